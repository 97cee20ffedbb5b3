#if !os(Linux)
/// A file loaded into this process; on other systems, files are not read.
package struct LoadedImage: Hashable, Sendable {
  /// The path to open.
  package var file: String?
  /// The last component of the path.
  package var name: String
}

/// The files loaded into this process: none is known if files are not ELF.
///
/// Code and variables are then named by their addresses.
package struct LoadedImages: Sendable {
  /// No images.
  package init() {}

  /// The size of the images' thread-local variables: none is known.
  var variablesSize: UInt { 0 }

  /// The image that contains `address`: none.
  package func place(of address: UInt64) -> (image: LoadedImage, fileAddress: UInt64)? { nil }
}
#endif
