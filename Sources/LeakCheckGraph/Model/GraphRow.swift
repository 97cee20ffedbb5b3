/// One object of ``GraphColumns``: numbers only, texts as indices.
package struct ObjectRow: Sendable {
  package var id: PackedID
  package var type: Int32
  package var kind: Int32
  package var size: Int64
  package var marks: ObjectMarks
  package var name: Int32
  package var file: Int32
  package var line: Int32
  package var retainCount: Int32
  package var rootReason: Int32
  package var expectationReason: Int32
  package var extensions: Int32

  /// An object of which the id and the type are known.
  package init(
    id: PackedID, type: Int32, kind: Int32, size: Int64 = 0, marks: ObjectMarks = [],
    name: Int32 = 0, file: Int32 = 0, line: Int32 = 0, retainCount: Int32 = 0,
    rootReason: Int32 = 0, expectationReason: Int32 = 0, extensions: Int32 = 0
  ) {
    self.id = id
    self.type = type
    self.kind = kind
    self.size = size
    self.marks = marks
    self.name = name
    self.file = file
    self.line = line
    self.retainCount = retainCount
    self.rootReason = rootReason
    self.expectationReason = expectationReason
    self.extensions = extensions
  }
}

extension GraphColumns {
  /// Appends an object.
  package mutating func append(_ object: ObjectRow) {
    let row = objectIDs.count
    objectIDs.append(object.id)
    types.append(object.type)
    kinds.append(object.kind)
    sizes.append(object.size)
    marks.append(object.marks)
    names.append(optional: object.name, at: row)
    files.append(optional: object.file, at: row)
    lines.append(optional: object.line, at: row)
    retainCounts.append(optional: object.retainCount, at: row)
    rootReasons.append(text: object.rootReason, at: row)
    expectationReasons.append(text: object.expectationReason, at: row)
    objectExtensions.append(text: object.extensions, at: row)
  }
}

extension [Int32] {
  /// Appends the value of `row` to a column that is empty while every value is 0.
  package mutating func append(optional value: Int32, at row: Int) {
    if isEmpty {
      guard value != 0 else { return }
      self = [Int32](repeating: 0, count: row)
    }
    append(value)
  }
}

extension [(row: Int32, text: Int32)] {
  /// Appends the text of `row`, unless it is the empty one.
  package mutating func append(text: Int32, at row: Int) {
    if text != 0 { append((Int32(row), text)) }
  }
}
