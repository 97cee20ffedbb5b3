/// The reason why live objects cannot be read here, with a remedy.
public struct CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The obstacle to a capture.
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// Capture is not built for this system.
    case unsupportedSystem
    /// The C library is not glibc, or it is a version whose heap layout is unknown.
    case unknownLibrary
    /// Another allocator than glibc's hands out memory.
    case otherAllocator
    /// A sanitizer replaces the allocator.
    case sanitizer
    /// The process may not read memory, even its own.
    case memoryUnreadable
    /// The memory contradicts itself: the process changed it meanwhile, or memory is overwritten.
    case contradictoryMemory
  }

  /// The obstacle.
  public var code: Code
  /// The problem and the remedy, as one sentence without a period.
  public var description: String

  /// The error `code`, explained by `description`.
  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
