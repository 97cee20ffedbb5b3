import Testing

@testable import LeakCheckImport

@Suite struct ElementOrderTests {
  @Test(arguments: Array(0...130) + [999, 1000, 1001, 9999, 10_000, 12_345, 100_001])
  func `indices come as their names are ordered`(count: Int) {
    var order = ElementOrder(count: count)
    var found: [Int] = []
    while let run = order.next() { found += run }
    let names = (0..<count).map { "[\($0)]" }
    let expected = (0..<count).sorted {
      names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8)
    }
    #expect(found == expected)
  }
}
