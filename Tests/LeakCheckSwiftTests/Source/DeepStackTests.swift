import Foundation
import LeakCheckLocks
import Testing

@testable import LeakCheckSwift

@Suite struct DeepStackTests {
  @Test func `results stand in the order of the items`() {
    let results = DeepStack.map(Array(0..<200)) { number in
      // What comes first takes longest, so threads are done in another order than they began.
      usleep(UInt32(200 - number))
      return number * 2
    }
    #expect(results == (0..<200).map { $0 * 2 })
  }

  /// A file that takes as long as all others does not keep those that stand beside it waiting.
  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1))
  func `a long item holds no other up`() {
    let others = Mutex(0)
    let seen = DeepStack.map(Array(0..<32)) { number in
      guard number == 0 else {
        others.withLock { $0 += 1 }
        return 0
      }
      for _ in 0..<5_000 where others.withLock({ $0 }) < 31 { usleep(1_000) }
      return others.withLock { $0 }
    }
    #expect(seen[0] == 31)
  }
}
