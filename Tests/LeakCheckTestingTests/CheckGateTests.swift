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
}

/// Turns that last as long as others wait, which beside many tests may be over before anything has begun.
extension LiveProcessAssertionTests {
  /// Enters `gate` without `await` in a child of `group`, where another check has its turn.
  private func beginToWait(
    at gate: CheckGate, in group: inout ThrowingTaskGroup<Void, any Error>, _ visitors: Visitors
  ) async throws {
    group.addTask { block(at: gate) { visitors.come("waits") } }
    while gate.waitingCount < 1, visitors.names.isEmpty { await Task.yield() }
    try #require(visitors.names.isEmpty, "the time was over at once")
  }

  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount == 2))
  func `a turn has its time when no other has the only thread`() async throws {
    let gate = CheckGate(patience: 3)
    let visitors = Visitors()
    let first = await gate.enter()
    try await withThrowingTaskGroup { group in
      try await beginToWait(at: gate, in: &group, visitors)
      for _ in 0..<4 { stay(at: gate, seconds: 1) }
      // From now on, it could go on: after its time, the one that waits is let in beside it.
      try await group.waitForAll()
      gate.leave(first)
    }
    #expect(visitors.names == ["waits"])
  }

  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount == 2))
  func `a check that has the only thread may wait for another`() async throws {
    let gate = CheckGate(patience: 1)
    let visitors = Visitors()
    let first = await gate.enter()
    try await withThrowingTaskGroup { group in
      try await beginToWait(at: gate, in: &group, visitors)
      block(at: gate) { waitForVisitor(visitors, seconds: 30) }
      gate.leave(first)
    }
    #expect(visitors.names == ["waits"])
  }
}

/// Blocks the thread until somebody has come, or fails.
private func waitForVisitor(_ visitors: Visitors, seconds: Double) {
  let end = Date(timeIntervalSinceNow: seconds)
  while visitors.names.isEmpty, Date() < end { Thread.sleep(forTimeInterval: 0.02) }
  #expect(!visitors.names.isEmpty)
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
