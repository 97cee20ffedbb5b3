internal import LeakCheckGraph

/// The texts of a heap dump by id, decoded on demand.
///
/// A dump has a text for every symbol of the VM, and few of them name a class or a field.
struct HPROFTexts: Sendable {
  private var ids: [UInt64] = []
  private var ranges: [Range<Int>] = []
  private var sorted: [Int32] = []

  var count: Int { ids.count }

  mutating func append(id: UInt64, _ range: Range<Int>) {
    ids.append(id)
    ranges.append(range)
  }

  /// Orders the texts, so that they can be found.
  ///
  /// - Complexity: O(count log count).
  mutating func close() {
    let ids = ids
    sorted = (0..<Int32(ids.count)).sorted { (ids[Int($0)], $0) < (ids[Int($1)], $1) }
  }

  /// The text with this id, or `nil`.
  ///
  /// - Complexity: O(log count).
  func text(_ id: UInt64, in bytes: HPROFBytes) -> String? {
    let position = sorted.partitioningIndex { ids[Int($0)] >= id }
    guard position < sorted.count, ids[Int(sorted[position])] == id else { return nil }
    return bytes.text(in: ranges[Int(sorted[position])])
  }
}
