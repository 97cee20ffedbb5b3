import LeakCheckTestSupport
import Testing

@testable import LeakCheckImport

@Suite struct V8OrderTests {
  @Test(arguments: 0..<200) func `Rows come in the order of their ids`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 0...60, using: &random)
    var ids = Set((0..<count).map { _ in Int64.random(in: 0...1_000, using: &random) }).sorted()
    switch seed % 4 {
    case 0: ids.shuffle(using: &random)
    case 1: ids = Array(ids.dropFirst(3) + ids.prefix(3))
    case 2: ids[(ids.count / 2)...].shuffle(using: &random)
    default: break
    }
    let order = try V8Order(of: ids)
    var ordered = ids
    order.sort(&ordered)
    #expect(ordered == ids.sorted())
    for (row, id) in ids.enumerated() { #expect(ordered[order.position(of: row)] == id) }
    // Neighbours in the file and in the order are in one run.
    for (run, next) in zip(order.runs, order.runs.dropFirst()) {
      #expect(!run.isEmpty && run.upperBound != next.lowerBound)
    }
    if seed % 4 == 3 { #expect(order.runs.count == min(ids.count, 1)) }
  }

  @Test(arguments: 0..<200) func `The first id that two rows have is told`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let ids = (0..<Int.random(in: 2...30, using: &random)).map { _ in
      Int64.random(in: 0...40, using: &random)
    }
    let rows = ids.indices.sorted { (ids[$0], $0) < (ids[$1], $1) }
    let first = zip(rows, rows.dropFirst()).first { ids[$0] == ids[$1] }
    do throws(V8Order.Duplicate) {
      _ = try V8Order(of: ids)
      #expect(first == nil)
    } catch {
      #expect(first.map { [$0.0, $0.1] } == [error.first, error.second])
    }
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
