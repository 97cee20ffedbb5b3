import Dispatch
import LeakCheckLocks
import Testing

@Suite struct AtomicTests {
  @Test func `additions from many threads all count`() {
    let count = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<2_000 { count.wrappingAdd(1, ordering: .relaxed) }
    }
    #expect(count.load(ordering: .acquiring) == 16_000)
    #expect(count.add(2, ordering: .relaxed) == (16_000, 16_002))
    count.store(.max, ordering: .releasing)
    #expect(count.wrappingAdd(1, ordering: .relaxed).newValue == .min)
  }

  @Test func `the first object counts`() {
    final class Number: Sendable {
      let value: Int
      init(_ value: Int) { self.value = value }
    }
    let number = AtomicLazyReference<Number>()
    #expect(number.load() == nil)
    DispatchQueue.concurrentPerform(iterations: 8) { _ = number.storeIfNil(Number($0)) }
    let first = number.load()
    #expect(first != nil && number.storeIfNil(Number(9)) === first)
  }
}
