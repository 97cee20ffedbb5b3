extension DumpFile {
  /// Calls `body` with all bytes as a span, which is bounds-checked and cannot escape.
  func withBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBytes { bytes throws(Failure) in
      // The bytes are never written and live as long as the call, so a second view of them is sound.
      let typed = unsafe bytes.bindMemory(to: UInt8.self)
      return try body(unsafe typed.span)
    }
  }
}
