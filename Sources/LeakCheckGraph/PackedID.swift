/// An id in nine bytes: a number, or the index of an interned text.
struct PackedID: Hashable, Sendable {
  var value: Int64
  var isText: Bool
}

/// Packs the ids of a graph while it is built.
struct IDBuilder: Sendable {
  private var texts = StringInterner()

  var textCount: Int { texts.table.count }

  mutating func pack(_ id: ObjectID) -> PackedID {
    switch id {
    case .number(let value): PackedID(value: value, isText: false)
    case .text(let text): PackedID(value: Int64(texts.intern(text)), isText: true)
    }
  }

  func unpack(_ id: PackedID) -> ObjectID {
    id.isText ? .text(texts.table[Int32(id.value)]) : .number(id.value)
  }

  /// The rows of `ids` in the order of ``ObjectID``; equal ids keep their order.
  func sortedRows(of ids: [PackedID]) -> [Int32] {
    let ranks = texts.table.ranks()
    func precedes(_ left: PackedID, _ right: PackedID) -> Bool {
      if left.isText != right.isText { return right.isText }
      return left.isText
        ? ranks[Int(left.value)] < ranks[Int(right.value)] : left.value < right.value
    }
    let rows = Array(0..<Int32(ids.count))
    // Most dumps are written in the order of their ids; one pass then saves the sort.
    if zip(ids, ids.dropFirst()).allSatisfy({ precedes($0, $1) }) { return rows }
    return rows.sorted { left, right in
      let (a, b) = (ids[Int(left)], ids[Int(right)])
      return a == b ? left < right : precedes(a, b)
    }
  }

  func column(of ids: [PackedID], rows: [Int32]) -> IDColumn {
    IDColumn(
      values: rows.map { ids[Int($0)].value }, numberCount: ids.count { !$0.isText },
      texts: texts.table)
  }
}

/// Finds the object that an id names: texts by their interned index, numbers by bisection.
struct IDIndex: Sendable {
  private var objectOfText: [Int32]
  private var numbers: [Int64]

  init(of ids: [PackedID], rows: [Int32], textCount: Int) {
    objectOfText = [Int32](repeating: -1, count: textCount)
    numbers = []
    for (position, row) in rows.enumerated() {
      let id = ids[Int(row)]
      if id.isText {
        objectOfText[Int(id.value)] = Int32(position)
      } else {
        numbers.append(id.value)
      }
    }
  }

  subscript(id: PackedID) -> Int32? {
    if id.isText {
      let object = objectOfText[Int(id.value)]
      return object >= 0 ? object : nil
    }
    let position = numbers.partitioningIndex { $0 >= id.value }
    return position < numbers.count && numbers[position] == id.value ? Int32(position) : nil
  }
}
