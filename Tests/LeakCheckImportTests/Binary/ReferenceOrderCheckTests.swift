import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckImport

@Suite struct ReferenceOrderCheckTests {
  @Test(arguments: UInt64(1)...400)
  func `Falls and ties are those that a plain walk finds`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 0...1_500, using: &random)
    let cuts = (0..<Int.random(in: 0...400, using: &random)).map { _ in
      Int32.random(in: 0...Int32(count), using: &random)
    }
    let starts = [0] + cuts.sorted() + [Int32(count)]
    var rows = (0..<count).map { _ in
      (
        name: UInt8.random(in: 0...3, using: &random),
        target: Int32.random(in: 0...9, using: &random)
      )
    }
    if random.chance(0.7) {
      for (start, end) in zip(starts, starts.dropFirst()) {
        rows[Int(start)..<Int(end)].sort { $0 < $1 }
      }
    }
    let names = DumpFile(rows.map(\.name), source: "names")
    let result = ReferenceOrderCheck(
      starts: Column(starts), targets: Column(rows.map(\.target)),
      names: count == 0 ? nil : BinaryFile(names).numbers(in: 0..<count, width: 1)
    ).result()

    let inside = Set(1..<max(1, count)).subtracting(starts.map { Int($0) })
    #expect(result.hasFall == inside.contains { rows[$0] < rows[$0 - 1] })
    #expect(result.ties == (1..<max(1, count)).filter { rows[$0] == rows[$0 - 1] })
  }
}
