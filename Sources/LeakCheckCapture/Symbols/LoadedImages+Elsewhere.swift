#if !os(Linux)
/// A file that is loaded into this process; of other systems' files nothing is read.
package struct LoadedImage: Hashable, Sendable {
  /// The path to open.
  package var file: String?
  /// The part of the path behind the last slash.
  package var name: String
}

/// The files that are loaded into this process: none is known where files are not ELF.
///
/// Code and variables are then named by their addresses.
package struct LoadedImages: Sendable {
  /// No images.
  package init() {}

  /// The bytes that each thread has of the images' variables: none is known.
  var variablesSize: UInt { 0 }

  /// The image that has `address`, which is none.
  package func place(of address: UInt64) -> (image: LoadedImage, fileAddress: UInt64)? { nil }
}
#endif
