import LeakCheckTestSupport
import Testing

@testable import LeakCheckGraph

@Suite struct BinaryHeapTests {
  @Test func `the least element is always the next`() {
    var random = SplitMix64(seed: 3)
    for round in 0..<500 {
      var heap = BinaryHeap<Int>()
      var all: [Int] = []
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        if random.chance(0.6) {
          let element = Int.random(in: 0..<20, using: &random)
          heap.insert(element)
          all.append(element)
        } else {
          let least = all.min()
          #expect(heap.popLeast() == least, "round \(round)")
          if let least, let place = all.firstIndex(of: least) { all.remove(at: place) }
        }
      }
      var rest: [Int] = []
      while let next = heap.popLeast() { rest.append(next) }
      #expect(rest == all.sorted(), "round \(round)")
    }
  }
}
