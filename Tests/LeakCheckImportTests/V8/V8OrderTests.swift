import LeakCheckTestSupport
import Testing

@testable import LeakCheckImport

@Suite struct V8OrderTests {
  @Test(arguments: 0..<200) func `Rows come in the order of their ids`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 0...60, using: &random)
    var ids = Set((0..<count).map { _ in Int64.random(in: 0...1_000, using: &random) }).sorted()
    switch seed % 3 {
    case 0: ids.shuffle(using: &random)
    case 1: ids = Array(ids.dropFirst(3) + ids.prefix(3))
    default: break
    }
    let order = try V8Order(of: ids)
    let ordered = order.ordered(ids)
    #expect(ordered == ids.sorted())
    for (row, id) in ids.enumerated() { #expect(ordered[order.position(of: row)] == id) }
    if seed % 3 == 2 { #expect(order.runs.count == 1) }
  }

  @Test func `One id for two rows is refused`() {
    #expect {
      try V8Order(of: [5, 9, 7, 5])
    } throws: { error in
      (error as? V8Order.Duplicate).map { [$0.first, $0.second] } == [0, 3]
    }
  }

  @Test func `Edges keep the order of the file within a run`() throws {
    let order = try V8Order(of: [10, 20, 30, 15])
    let runs = V8EdgeRun.runs(of: [1, 2, 3, 4], in: order)
    #expect(
      runs == [
        V8EdgeRun(row: 0, references: 0..<1), V8EdgeRun(row: 1, references: 5..<10),
        V8EdgeRun(row: 3, references: 1..<5),
      ])
  }
}
