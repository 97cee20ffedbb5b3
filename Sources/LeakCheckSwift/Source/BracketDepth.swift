/// The nesting of square brackets: each further level doubles the parser's time.
enum BracketDepth {
  /// Real code has fewer levels, and twelve are still fast.
  static let most = 12

  /// The offset of the first bracket that is nested too deep.
  ///
  /// It skips strings and comments, as far as quotation marks and slashes show them.
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
