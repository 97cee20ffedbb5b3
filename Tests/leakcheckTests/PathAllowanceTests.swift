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
}
