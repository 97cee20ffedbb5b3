internal import CLeakCheckCapture
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The Swift runtime's own demangler.
enum Demangler {
  /// The words of a mangled name; `nil` if it is not one.
  ///
  /// - Complexity: O(length of the result), which the runtime bounds by depth only
  static func text(of mangled: String) -> [UInt8]? {
    let name = Array(mangled.utf8).map { CChar(bitPattern: $0) }
    guard let text = unsafe swift_demangle(name, name.count, nil, nil, 0) else { return nil }
    // The runtime allocates it with malloc; the caller must free it.
    defer { unsafe free(text) }
    return unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }
}
