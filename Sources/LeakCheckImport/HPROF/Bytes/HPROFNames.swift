internal import LeakCheckGraph
import LeakCheckText

/// The texts of a dump, interned for the graph.
struct HPROFNames {
  var strings: StringInterner
  private let texts: HPROFTexts
  private let bytes: HPROFBytes

  init(_ index: borrowing HPROFIndex) {
    strings = StringInterner()
    texts = index.strings
    bytes = index.bytes
  }

  /// The text with this id.
  ///
  /// - Throws: ``InputFailure`` at `offset`, where the id is used.
  func text(_ id: UInt64, for offset: Int) throws(InputFailure) -> String {
    guard let text = texts.text(id, in: bytes) else {
      throw InputFailure(
        offset: offset, problem: "unknown text \(hexadecimal(id)) for the name of a field",
        expected: "the id of a text record")
    }
    return text
  }

  /// The graph's text `[index]`.
  @inline(__always) mutating func element(_ index: Int) -> Int32 { strings.element(index) }
}
