import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

@Suite struct PairTableTests {
  @Test(arguments: 0..<20)
  func `Pairs are numbered in the order in which they come first`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var table = PairTable()
    var expected: [[Int64]] = []
    for _ in 0..<3_000 {
      let pair = (0..<2).map { _ in Int64.random(in: -20...40, using: &random) << 31 }
      let number = table.number(of: pair[0], pair[1])
      if let known = expected.firstIndex(of: pair) {
        #expect(Int(number) == known)
      } else {
        #expect(Int(number) == expected.count)
        expected.append(pair)
      }
    }
    #expect(table.all.map { [$0.0, $0.1] } == expected && Int(table.count) == expected.count)
    let order = expected.indices.sorted { expected[$0].lexicographicallyPrecedes(expected[$1]) }
    #expect(order.map { table.ranks[$0] } == Array(0..<table.count))
  }
}
