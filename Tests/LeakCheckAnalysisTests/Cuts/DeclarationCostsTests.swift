import Testing

@testable import LeakCheckAnalysis

@Suite struct DeclarationCostsTests {
  @Test func `a price is found out when it is asked for, and once`() {
    var asked: [Int] = []
    let costs = DeclarationCosts(count: 5) { declaration in
      asked.append(declaration)
      return declaration * 10
    }
    #expect(costs.count == 5 && asked.isEmpty)
    #expect([3, 0, 3, 0].map { costs[$0] } == [30, 0, 30, 0])
    #expect(asked == [3, 0])
  }
}
