/// A scanner that splits SVG text into tags, text and the rest.
///
/// It follows the lexical rules of XML but checks nothing: what goes in malformed comes out malformed.
struct SVGScanner: Sequence, IteratorProtocol {
  /// One piece of SVG text; all pieces joined are the text.
  enum Piece {
    /// A start, end or empty tag, with its brackets.
    case tag(Substring)
    /// Characters between tags, still escaped, or a CDATA section.
    case text(Substring)
    /// A prolog, a document type, a processing instruction or a comment.
    case remark(Substring)
  }

  private var rest: Substring

  init(_ svg: String) { rest = svg[...] }

  mutating func next() -> Piece? {
    guard let first = rest.utf8.first else { return nil }
    guard first == UInt8(ascii: "<") else {
      return .text(take(rest.utf8.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex))
    }
    if starts("<!--") { return .remark(take(through: "-->")) }
    if starts("<![CDATA[") { return .text(take(through: "]]>")) }
    if starts("<?") { return .remark(take(through: "?>")) }
    if starts("<!") { return .remark(take(through: ">")) }
    return .tag(takeTag())
  }

  private func starts(_ prefix: StaticString) -> Bool {
    rest.utf8.starts(with: String(describing: prefix).utf8)
  }

  private mutating func take(_ end: Substring.Index) -> Substring {
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  private mutating func take(through end: String) -> Substring {
    let bytes = Array(end.utf8)
    var tail = rest.utf8
    while !tail.isEmpty, !tail.starts(with: bytes) { tail = tail.dropFirst() }
    return take(tail.dropFirst(bytes.count).startIndex)
  }

  /// A `>` inside quotes does not end a tag.
  private mutating func takeTag() -> Substring {
    var quote: UInt8?
    for index in rest.utf8.indices {
      let byte = rest.utf8[index]
      switch (quote, byte) {
      case (nil, UInt8(ascii: ">")): return take(rest.utf8.index(after: index))
      case (nil, UInt8(ascii: "\"")), (nil, UInt8(ascii: "'")): quote = byte
      case (byte, _): quote = nil
      default: break
      }
    }
    return take(rest.endIndex)
  }
}
