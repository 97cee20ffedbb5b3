import LeakCheckTestSupport
import Testing

@testable import LeakCheckGraph

@Suite struct ReferenceOrderTests {
  @Test(arguments: Rounds.seeds(30, usually: 16))
  func `references are in the order of a plain sort`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // Above the least number for two halves, with runs both short and long.
    let objectCount = [1, 3, 40, 20_000][Int(seed % 4)]
    let count = [0, 1, 200, 40_000][Int(seed / 4 % 4)]
    let names = 7
    let ranks = (0..<Int32(names)).shuffled(using: &random)
    var columns = ReferenceColumns()
    for _ in 0..<count {
      columns.sources.append(Int32.random(in: 0..<Int32(objectCount), using: &random))
      columns.targets.append(Int32.random(in: 0..<Int32(objectCount), using: &random))
      columns.names.append(Int32.random(in: 0..<Int32(names), using: &random))
      columns.marks.append(
        ReferenceMarks(strengthCode: UInt8(random.next() % 4), kindCode: UInt8(random.next() % 5)))
    }
    if seed % 2 == 0 { columns.sources.sort() }
    if seed % 3 == 0 { addDetails(to: &columns, names: names, using: &random) }
    let expected = rows(of: columns, ranks).sorted { $0.lexicographicallyPrecedes($1) }
    let starts = columns.sort(
      by: ranks, objectCount: objectCount)
    #expect(rows(of: columns, ranks) == expected)
    #expect(starts.count == objectCount + 1 && starts.first == 0 && starts.last == Int32(count))
    for vertex in 0..<objectCount {
      let run = columns.sources[Int(starts[vertex])..<Int(starts[vertex + 1])]
      #expect(run.allSatisfy { $0 == vertex })
    }
  }

  private func addDetails(
    to columns: inout ReferenceColumns, names: Int, using random: inout SplitMix64
  ) {
    for row in columns.sources.indices where random.chance(0.3) {
      let event = Int32.random(in: 0..<Int32(names), using: &random)
      columns.ends.append(ReferenceEnd(event: event, owner: Int32(row % 3) - 1), at: Int32(row))
    }
    for row in columns.sources.indices where random.chance(0.1) {
      columns.extensions.append(Int32.random(in: 0..<Int32(names), using: &random), at: Int32(row))
    }
  }

  /// Everything about each reference, in the order by which it is sorted.
  private func rows(of columns: ReferenceColumns, _ ranks: [Int32]) -> [[Int32]] {
    columns.sources.indices.map { row in
      let end = columns.ends[Int32(row)]
      return [
        columns.sources[row], ranks[Int(columns.names[row])], columns.targets[row],
        Int32(columns.marks[row].rawValue), end.map { ranks[Int($0.event)] } ?? -1,
        end?.owner ?? -1, columns.extensions[Int32(row)].map { ranks[Int($0)] } ?? -1,
      ]
    }
  }

  @Test(arguments: 0..<10) func `what reaches each vertex is listed in rising order`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let vertexCount = seed % 2 == 0 ? 50 : 40_000
    let column = (0..<60_000).map { _ in
      Int32.random(in: 0..<Int32(vertexCount), using: &random)
    }
    let (starts, order) = Adjacency.inverse(of: column, vertexCount: vertexCount)
    #expect(
      order == column.indices.sorted { (column[$0], $0) < (column[$1], $1) }.map { Int32($0) })
    #expect(starts.last == 60_000)
  }
}
