extension [UInt8] {
  /// Calls `body` with the bytes as a span, which cannot escape.
  ///
  /// An array's own `span` begins with macOS 26 and iOS 26.
  package func withSpan<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    try unsafe withUnsafeBufferPointer { try body(unsafe $0.span) }
  }
}
