internal import LeakCheckGraph

/// The texts that a graph uses, in byte order; the graph's table may have more, in any order.
struct UsedTexts {
  /// The place of each text of the graph's table among the used ones.
  private let places: [Int32]
  /// The used texts, as indices of the graph's table.
  private let indices: [Int32]

  var count: Int { indices.count }

  /// The place of the text that has `index` in the graph's table.
  subscript(index: Int32) -> Int32 { places[Int(index)] }

  /// - Complexity: O(objects + references), and a sort of the texts.
  init(of storage: ObjectGraph.Storage) {
    var isUsed = [Bool](repeating: false, count: storage.strings.count)
    // The empty text is always there: columns that are left out mean it.
    isUsed[0] = true
    let (objects, references) = (storage.contents.objects, storage.contents.references)
    for column in ObjectContents.texts.map({ objects[keyPath: $0] })
      + ReferenceContents.texts.map({ references[keyPath: $0] })
    {
      for row in column.indices { isUsed[Int(column[row])] = true }
    }
    for column in ObjectContents.notes.map({ objects[keyPath: $0] })
      + ReferenceContents.notes.map({ references[keyPath: $0] })
    {
      for text in column.values { isUsed[Int(text)] = true }
    }
    for end in storage.ends.values { isUsed[Int(end.event)] = true }
    let used = (0..<Int32(isUsed.count)).filter { isUsed[Int($0)] }
    places = storage.strings.ranks(of: used)
    var indices = used
    for text in used { indices[Int(places[Int(text)])] = text }
    self.indices = indices
  }

  /// All used texts behind one another, and where each ends.
  func joined(from strings: StringTable) -> (bytes: [UInt8], ends: [Int64]) {
    var bytes: [UInt8] = []
    var ends: [Int64] = []
    ends.reserveCapacity(count)
    for index in indices {
      bytes.append(contentsOf: strings[index].utf8)
      ends.append(Int64(bytes.count))
    }
    return (bytes, ends)
  }

  /// The places of the distinct texts of a column, rising, when a palette of them saves bytes; or nothing.
  func palette(of column: TextColumn) -> [Int32] {
    var isUsed = [Bool](repeating: false, count: count)
    for row in column.indices { isUsed[Int(self[column[row]])] = true }
    let places = (0..<Int32(count)).filter { isUsed[Int($0)] }
    guard let greatest = places.last else { return [] }
    let plain = column.count * BinarySections.width(of: UInt64(greatest))
    let positions = column.count * BinarySections.width(of: UInt64(places.count - 1))
    let palette = places.count * BinarySections.width(of: UInt64(greatest))
    return palette + positions < plain ? places : []
  }
}
