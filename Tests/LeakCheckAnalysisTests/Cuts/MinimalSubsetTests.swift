import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

/// What of a list is needed, against every subset of it.
@Suite struct MinimalSubsetTests {
  /// A monotone condition: what suffices has one of each of some groups.
  private func condition(using random: inout SplitMix64) -> (Set<Int32>) -> Bool {
    let groups = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      Set((0..<8 as Range<Int32>).filter { _ in random.chance(0.4) } + [7])
    }
    return { subset in groups.allSatisfy { !$0.isDisjoint(with: subset) } }
  }

  @Test func `nothing of what is found can be left out`() {
    var random = SplitMix64(seed: 5)
    for round in 0..<2_000 {
      let suffices = condition(using: &random)
      let items = Array(0..<8 as Range<Int32>)
      let found = MinimalSubset { suffices(Set($0)) }.minimal(of: items)
      #expect(suffices(Set(found)), "round \(round)")
      for item in found {
        #expect(!suffices(Set(found).subtracting([item])), "round \(round): \(item)")
      }
    }
  }

  @Test func `what is not asked about any more stays`() {
    var random = SplitMix64(seed: 6)
    for round in 0..<2_000 {
      let suffices = condition(using: &random)
      let items = Array(0..<8 as Range<Int32>)
      let most = Int.random(in: 0...6, using: &random)
      var asked = 0
      let found = MinimalSubset { subset in
        asked += 1
        return asked > most ? nil : suffices(Set(subset))
      }.minimal(of: items)
      #expect(suffices(Set(found)), "round \(round)")
      #expect(Set(found).isSubset(of: items) && Set(found).count == found.count)
      if most == 0 { #expect(found == items) }
    }
  }

  @Test func `a spent condition is asked no more than once at each depth`() {
    var asked = 0
    let items = Array(0..<100_000 as Range<Int32>)
    let found = MinimalSubset { _ in
      asked += 1
      return nil
    }.minimal(of: items)
    #expect(found == items && asked < 40)
  }
}
