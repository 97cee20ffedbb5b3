import Testing

@testable import leakcheck

struct PathAllowanceTests {
  @Test func `short paths are never too many`() {
    var allowance = PathAllowance(of: 0)
    for _ in 0..<10_000 { #expect(allowance.count(1_000, ofLength: 64) == 1_000) }
    #expect(allowance.count(1, ofLength: 1_000_000) == 1)
    #expect(allowance.shortened == 0)
  }

  @Test func `long paths share what a run may do, and each object has one`() {
    var allowance = PathAllowance(of: 1_000_000)
    // 164 references cost 16,400.
    #expect(allowance.count(50, ofLength: 164) == 50)
    #expect(allowance.count(50, ofLength: 164) == 10)
    #expect(allowance.count(50, ofLength: 164) == 1)
    #expect(allowance.count(50, ofLength: 1_000_000_000) == 1)
    #expect(allowance.shortened == 3)
  }

  @Test func `the first objects have a path each, and further long ones share what a run shows`() {
    var allowance = PathAllowance(further: 1_000)
    for shown in 0..<20 { #expect(allowance.shows([1_000_000], after: shown) == true) }
    #expect(allowance.shows([400, 64], after: 20) == true)
    #expect(allowance.shows([600], after: 21) == true)
    #expect(allowance.shows([65], after: 22) == false)
    for shown in 22..<10_000 { #expect(allowance.shows([64, 1], after: shown) == true) }
  }
}
