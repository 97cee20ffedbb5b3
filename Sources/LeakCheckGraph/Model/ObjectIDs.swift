/// An id in nine bytes: a number, or the index of an interned text.
package struct PackedID: Hashable, BitwiseCopyable, Sendable {
  package var value: Int64
  package var isText: Bool

  package init(value: Int64, isText: Bool) {
    self.value = value
    self.isText = isText
  }
}

/// The ids of all objects during the construction of a graph: one number per id, and the texts separately.
package struct ObjectIDs: Sendable {
  /// The number, or the index of the text in ``texts``.
  package var values: [Int64] = []
  /// Whether each id is a text; empty while all ids are numbers.
  package private(set) var textFlags: [Bool] = []
  /// The texts of ids; references may add more.
  package var texts = StringInterner()

  package init() {}

  package var count: Int { values.count }

  /// Whether every id is a number.
  package var areNumbers: Bool { textFlags.isEmpty }

  package subscript(row: Int) -> PackedID {
    PackedID(value: values[row], isText: isText(row))
  }

  package func isText(_ row: Int) -> Bool { !textFlags.isEmpty && textFlags[row] }

  package mutating func append(_ id: PackedID) {
    values.append(id.value)
    appendFlags(count: 1, areTexts: id.isText)
  }

  /// Appends a row for each of `ids`.
  mutating func append(_ ids: some Collection<PackedID>) {
    if !ids.contains(where: { $0.isText }) { return append(numbers: ids.lazy.map { $0.value }) }
    for id in ids { append(id) }
  }

  /// Appends a row for each of `numbers`.
  package mutating func append(numbers: some Collection<Int64>) {
    values.append(contentsOf: numbers)
    appendFlags(count: numbers.count, areTexts: false)
  }

  /// Appends all ids of `other`, whose texts have the indices `texts` here.
  package mutating func append(_ other: ObjectIDs, texts: [Int32]) {
    if other.areNumbers { return append(numbers: other.values) }
    for row in 0..<other.count {
      let id = other[row]
      append(id.isText ? PackedID(value: Int64(texts[Int(id.value)]), isText: true) : id)
    }
  }

  private mutating func appendFlags(count: Int, areTexts: Bool) {
    if textFlags.isEmpty {
      guard areTexts else { return }
      textFlags = [Bool](repeating: false, count: values.count - count)
    }
    textFlags.append(contentsOf: repeatElement(areTexts, count: count))
  }

  package mutating func reserveCapacity(_ count: Int) { values.reserveCapacity(count) }

  package mutating func pack(_ id: ObjectID) -> PackedID {
    switch id {
    case .number(let value): PackedID(value: value, isText: false)
    case .text(let text): PackedID(value: Int64(texts.intern(text)), isText: true)
    }
  }

  package func unpack(_ id: PackedID) -> ObjectID {
    id.isText ? .text(texts.table[Int32(id.value)]) : .number(id.value)
  }

  /// Returns the column of a graph, in the order `rows` or unchanged.
  consuming func column(in rows: [Int32]?) -> IDColumn {
    let numberCount = textFlags.isEmpty ? values.count : textFlags.count { !$0 }
    guard let rows else {
      return IDColumn(values: values, numberCount: numberCount, texts: texts.table)
    }
    return IDColumn(
      values: values.gathered(by: rows), numberCount: numberCount, texts: texts.table)
  }
}
