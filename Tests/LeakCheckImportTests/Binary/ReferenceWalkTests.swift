import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckImport

@Suite struct ReferenceWalkTests {
  @Test(arguments: UInt64(1)...300)
  func `What is out of order, the same or outside is what a plain walk finds`(_ seed: UInt64) throws
  {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 0...(seed % 10 == 0 ? 20_000 : 300), using: &random)
    let cuts = (0..<count / 3).map { _ in Int32.random(in: 0...Int32(count), using: &random) }
    let starts = [0] + cuts.sorted() + [Int32(count)]
    let hasNames = random.chance(0.8) && count > 0
    var rows = (0..<count).map { _ in
      (
        name: hasNames ? UInt8.random(in: 0...3, using: &random) : 0,
        target: UInt8.random(in: 0...9, using: &random)
      )
    }
    if random.chance(0.8) {
      for (start, end) in zip(starts, starts.dropFirst()) {
        rows[Int(start)..<Int(end)].sort(by: <)
      }
    }
    let targets: [UInt8] = rows.flatMap { row -> [UInt8] in [row.target, 0, 0, 0] }
    let file = BinaryFile(
      DumpFile(targets + rows.map(\.name) + rows.map(\.target), source: "rows"))
    let most = (Int.random(in: 7...9, using: &random), Int.random(in: 2...3, using: &random))
    let result = ReferenceWalk(
      starts: Column(starts), targets: file.numbers(in: 0..<4 * count, width: 4),
      names: hasNames ? file.numbers(in: 4 * count..<5 * count, width: 1) : nil,
      marks: file.numbers(in: 5 * count..<6 * count, width: 1), most: most
    ).result()

    let inside = Set(1..<max(1, count)).subtracting(starts.map { Int($0) }).sorted()
    #expect(result.suspects == inside.filter { rows[$0] <= rows[$0 - 1] })
    #expect(result.isOutside == rows.contains { $0.target > most.0 || $0.name > most.1 })
    #expect(result.targets.value == BinaryChecksum.checksum(of: targets))
    #expect(result.marks.value == BinaryChecksum.checksum(of: rows.map(\.target)))
  }
}
