import Dispatch
import LeakCheckLocks
import Testing

@testable import LeakCheckAnalysis

@Suite struct LazyTests {
  @Test func `A value is made when it is asked for, and once`() {
    let count = Atomic<Int>(0)
    let lazy = Lazy { count.wrappingAdd(1, ordering: .relaxed).newValue }
    #expect(count.load(ordering: .relaxed) == 0)
    #expect(lazy.value == 1 && lazy.value == 1)
    #expect(count.load(ordering: .relaxed) == 1)
  }

  @Test func `Of several threads that ask at once, one makes the value and all get it`() {
    for _ in 0..<200 {
      let made = Atomic<Int>(0)
      let lazy = Lazy {
        Array(repeating: made.wrappingAdd(1, ordering: .relaxed).newValue, count: 99)
      }
      let wrong = Atomic<Int>(0)
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        if lazy.value != Array(repeating: 1, count: 99) {
          wrong.wrappingAdd(1, ordering: .relaxed)
        }
      }
      #expect(wrong.load(ordering: .relaxed) == 0 && made.load(ordering: .relaxed) == 1)
    }
  }

  @Test func `A value may ask for others`() {
    let first = Lazy { 20 }
    let second = Lazy { first.value + 1 }
    #expect(Lazy { first.value + second.value + 1 }.value == 42)
  }
}
