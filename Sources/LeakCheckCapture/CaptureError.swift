/// The reason why live objects cannot be read here, with a remedy.
public struct CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The obstacle to a capture.
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// Capture is not built for this system.
    case unsupportedSystem
    /// The C library is not glibc, or a version whose heap is not known.
    case unknownLibrary
    /// Memory is handed out by another allocator than glibc's.
    case otherAllocator
    /// A sanitizer replaces the allocator.
    case sanitizer
    /// The process may not read memory, even its own.
    case memoryUnreadable
    /// What was read contradicts itself: the process changed it in the meantime, or has overwritten memory.
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
