import Foundation
import LeakCheckCapture
import LeakCheckLocks
import LeakCheckTesting
import Testing

@Suite struct CheckGateTests {
  @Test func `checks run one at a time`() async {
    // However busy the machine is.
    let gate = CheckGate(patience: 3_600)
    let visitors = Visitors()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          let pass = await gate.enter()
          visitors.come()
          await Task.yield()
          visitors.go()
          gate.leave(pass)
        }
      }
    }
    #expect(visitors.most == 1)
  }

  @Test func `a check that waits in vain goes on beside the other`() async {
    let gate = CheckGate(patience: 1)
    let first = await gate.enter()
    let second = await gate.enter()
    guard case .alone = first, case .beside = second else {
      Issue.record("\(first), \(second)")
      return
    }
    gate.leave(second)
    gate.leave(first)
    let third = await gate.enter()
    guard case .alone = third else {
      Issue.record("the gate stayed shut")
      return
    }
    gate.leave(third)
  }

  @Test func `what a body of another check may have made is not told from one's own`() async {
    let gate = CheckGate(patience: 1)
    let first = await gate.enter()
    let second = await gate.enter()
    #expect(!gate.isBesideUnknown(first) && !gate.isBesideUnknown(second))
    // What the later one has made is known, so the earlier one can tell.
    gate.endBody(second, claiming: [])
    #expect(!gate.isBesideUnknown(first))
    gate.endBody(second, claiming: nil)
    #expect(gate.isBesideUnknown(first))
    gate.leave(second)
    gate.leave(first)
  }

  @Test func `what is new to two checks is of the one that marked later`() async {
    let gate = CheckGate(patience: 1)
    let (first, second) = (await gate.enter(), await gate.enter())
    let (made, other) = (Visitors(), Visitors())
    // The first to come may be the last to mark: between the two, it waits for a thread.
    gate.mark(second)
    gate.mark(first)
    gate.endBody(first, claiming: [ObjectAddress(made)])
    gate.endBody(second, claiming: [ObjectAddress(other)])
    #expect(gate.claims(after: second) == [ObjectAddress(made)])
    #expect(gate.claims(after: first) == [])
    gate.leave(second)
    gate.leave(first)
  }

  @Test func `of those that wait in vain, a single one is let go`() async {
    let gate = CheckGate(patience: 2)
    let visitors = Visitors()
    let begin = ContinuousClock.now
    let first = await gate.enter()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          let pass = await gate.enter()
          visitors.come()
          try? await Task.sleep(for: .milliseconds(50))
          visitors.go()
          gate.leave(pass)
        }
      }
    }
    // Beside many other tests a turn may take as long as others wait: then the next one is right to come. Before twice
    // that time there cannot be two.
    #expect(visitors.most == 1 || begin.duration(to: .now) >= .seconds(4))
    gate.leave(first)
  }
}

/// What checks do that block one of the few threads for tasks: two such tests at once would leave none.
@Suite(.serialized) struct BlockedThreadTests {
  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1))
  func `a check that blocks a thread for tasks goes before those that await`() async {
    let gate = CheckGate(patience: 3_600)
    let visitors = Visitors()
    let first = await gate.enter()
    await withTaskGroup { group in
      group.addTask {
        let pass = await gate.enter()
        visitors.come("awaits")
        gate.leave(pass)
      }
      while gate.waitingCount < 1 { await Task.yield() }
      group.addTask { block(at: gate) { visitors.come("blocks") } }
      while gate.waitingCount < 2 { await Task.yield() }
      gate.leave(first)
    }
    #expect(visitors.names == ["blocks", "awaits"])
  }

  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount == 2))
  func `a check knows that those waiting leave no thread to other tasks`() async {
    let gate = CheckGate(patience: 3_600)
    let first = await gate.enter()
    #expect(!gate.isCrowded && !gate.blocksAllOtherTasks)
    await withTaskGroup { group in
      group.addTask { block(at: gate) {} }
      while gate.waitingCount < 1 { await Task.yield() }
      #expect(gate.isCrowded && gate.blocksAllOtherTasks)
      block(at: gate, until: first)
      gate.leave(first)
    }
    #expect(!gate.isCrowded && !gate.blocksAllOtherTasks)
  }

  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount == 2))
  func `a turn has its time when no other has the only thread`() async {
    let gate = CheckGate(patience: 3)
    let visitors = Visitors()
    let first = await gate.enter()
    await withTaskGroup { group in
      group.addTask { block(at: gate) { visitors.come("blocks") } }
      while gate.waitingCount < 1 { await Task.yield() }
      for _ in 0..<4 { stay(at: gate, seconds: 1) }
      // From now on, it could go on: after its time, the one that waits is let in beside it.
      while gate.waitingCount > 0 { await Task.yield() }
      await group.waitForAll()
      #expect(visitors.names == ["blocks"])
      gate.leave(first)
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount == 2))
  func `a check that has the only thread may wait for another`() async {
    let gate = CheckGate(patience: 1)
    let hasCome = DispatchSemaphore(value: 0)
    let first = await gate.enter()
    await withTaskGroup { group in
      group.addTask { block(at: gate) { hasCome.signal() } }
      while gate.waitingCount < 1 { await Task.yield() }
      block(at: gate) { #expect(hasCome.wait(timeout: .now() + 30) == .success) }
      gate.leave(first)
    }
  }
}

/// Enters a gate without `await`, on the last thread for tasks, and stays for some time.
private func stay(at gate: CheckGate, seconds: Double) {
  let pass = gate.enter()
  #expect(gate.isExclusive(pass))
  Thread.sleep(forTimeInterval: seconds)
  #expect(gate.isExclusive(pass) && gate.waitingCount == 1)
  gate.leave(pass)
  #expect(gate.waitingCount == 1)
}

/// Enters a gate without `await`.
private func block(at gate: CheckGate, _ body: () -> Void) {
  let pass = gate.enter()
  body()
  gate.leave(pass)
}

/// Enters a gate without `await`, on the last thread for tasks; then the body of `other` ends all the same.
private func block(at gate: CheckGate, until other: CheckGate.Pass) {
  let pass = gate.enter()
  #expect(gate.isExclusive(pass))
  gate.endBody(other, claiming: [])
  #expect(!gate.isExclusive(pass))
  gate.leave(pass)
}

/// How many were there at once, and who came.
private final class Visitors: Sendable {
  private let counts: Mutex<(now: Int, most: Int)> = Mutex((0, 0))
  private let came = Mutex<[String]>([])

  var names: [String] { came.withLock { $0 } }

  func come(_ name: String) { came.withLock { $0.append(name) } }

  var most: Int { counts.withLock { $0.most } }

  func come() {
    counts.withLock { counts in
      counts.now += 1
      counts.most = max(counts.most, counts.now)
    }
  }

  func go() { counts.withLock { $0.now -= 1 } }
}
