/// The nesting of square brackets: each level more doubles the parser's time.
enum BracketDepth {
  /// Nobody writes more, and twelve levels take no time yet.
  static let most = 12

  /// The offset of the first bracket that is nested too deep.
  ///
  /// Texts and comments are passed over, as far as quotation marks and slashes tell.
  ///
  /// - Complexity: O(bytes).
  static func firstTooDeep(in bytes: [UInt8]) -> Int? {
    var (depth, isText, isComment) = (0, false, false)
    var last: UInt8 = 0
    for (offset, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "\n"): isComment = false
      case UInt8(ascii: "/") where last == byte && !isText: isComment = true
      case UInt8(ascii: "\"") where last != UInt8(ascii: "\\") && !isComment: isText.toggle()
      case UInt8(ascii: "[") where !isText && !isComment:
        depth += 1
        if depth > most { return offset }
      case UInt8(ascii: "]") where !isText && !isComment: depth = max(depth - 1, 0)
      default: break
      }
      last = byte
    }
    return nil
  }
}
