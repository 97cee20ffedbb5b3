import Dispatch
import LeakCheckLocks
import Testing

@Suite struct MutexTests {
  @Test func `no thread sees a change half done`() {
    let pair = Mutex((left: 0, right: 0))
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<2_000 {
        pair.withLock { pair in
          #expect(pair.left == pair.right)
          pair.left += 1
          pair.right += 1
        }
      }
    }
    #expect(pair.withLock { $0.left } == 16_000)
  }

  @Test func `a lock that is taken is not waited for`() {
    let lock = Mutex(1)
    lock.withLock { _ in
      #expect(lock.withLockIfAvailable { $0 } == nil)
    }
    #expect(lock.withLockIfAvailable { $0 } == 1)
  }

  @Test func `an error comes through and the lock is free again`() {
    let lock = Mutex(1)
    #expect(throws: CancellationError.self) { try lock.withLock { _ in throw CancellationError() } }
    #expect(lock.withLock { $0 } == 1)
  }
}
