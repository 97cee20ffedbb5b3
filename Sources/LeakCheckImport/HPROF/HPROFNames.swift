internal import LeakCheckGraph

/// The texts of a dump on their way into the graph's.
struct HPROFNames {
  var strings: StringInterner
  private let texts: HPROFTexts
  private let bytes: HPROFBytes
  /// The graph's text of each array index met so far, or 0.
  private var indices: [Int32] = []

  init(_ index: borrowing HPROFIndex) {
    strings = StringInterner()
    texts = index.strings
    bytes = index.bytes
  }

  /// The text with this id.
  ///
  /// - Throws: ``HPROFFailure`` at `offset`, where the id is used.
  func text(_ id: UInt64, for offset: Int) throws(HPROFFailure) -> String {
    guard let text = texts.text(id, in: bytes) else {
      throw HPROFFailure(
        offset: offset, problem: "unknown text \(hexadecimal(id)) for the name of a field",
        expected: "the id of a text record")
    }
    return text
  }

  /// The graph's text `[index]`.
  @inline(__always) mutating func element(_ index: Int) -> Int32 {
    if index < indices.count, indices[index] != 0 { return indices[index] }
    return newElement(index)
  }

  private mutating func newElement(_ index: Int) -> Int32 {
    if index >= indices.count {
      let count = max(1024, index + 1, 2 * indices.count)
      indices += [Int32](repeating: 0, count: count - indices.count)
    }
    indices[index] = strings.intern("[\(index)]")
    return indices[index]
  }
}
