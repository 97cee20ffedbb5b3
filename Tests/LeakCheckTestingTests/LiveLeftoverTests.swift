import Foundation
import LeakCheckCapture
import LeakCheckLocks
import LeakCheckTesting
import Testing

/// What `expectNoLeaks` says of real objects, and what it lets pass.
extension LiveProcessAssertionTests {
  @Test func `what a singleton makes for itself when it is first used passes`() {
    expectNoLeaks { FirstUsed.shared.count += 1 }
  }

  @Test func `what a lazy property makes when it is first used passes`() {
    let owner = LazyOwner()
    expectNoLeaks { owner.part.count += 1 }
    withExtendedLifetime(owner) {}
  }

  @Test func `a closure that another type hands to a new singleton fails`() {
    let messages = failures { expectNoLeaks { Subscriber().subscribe() } }
    #expect(messages.first?.hasPrefix("Subscriber was left behind: held by static") == true)
  }

  @Test func `the second use of a cache fails, and a repeated body passes`() {
    _ = PartCache.shared.part("a")
    let messages = failures { expectNoLeaks { _ = PartCache.shared.part("b") } }
    #expect(messages.first?.hasPrefix("Part was left behind: held by static") == true)
    #expect(messages.first?.contains("expectNoLeaks(repeating:") == true)
    expectNoLeaks(repeating: 3) { _ = PartCache.shared.part("c") }
  }

  @Test func `an object in a struct that a variable had before fails`() {
    unsafe KnownState.current.names = ["a"]
    let messages = failures { expectNoLeaks { unsafe KnownState.current.part = Part.onHeap() } }
    unsafe KnownState.current.part = nil
    #expect(messages.first?.hasPrefix("Part was left behind: held by static KnownState") == true)
  }

  @Test func `what grows with every repetition fails`() {
    let messages = failures {
      expectNoLeaks(repeating: 3) { PartCache.shared.all.append(Part()) }
    }
    #expect(messages.first?.hasPrefix("Part was left behind") == true)
    #expect(messages.first?.contains("repeating") == false)
  }

  @Test func `what a thread holds that does not end fails`() {
    let begun = DispatchSemaphore(value: 0)
    let end = DispatchSemaphore(value: 0)
    let messages = failures {
      expectNoLeaks { KnownThreads.shared.hold(Part.onHeap(), from: begun, to: end) }
    }
    end.signal()
    KnownThreads.shared.waitForEnd()
    #expect(messages.first?.contains("Part was left behind") == true)
    #expect(messages.first?.contains("a thread that still runs") == true)
  }

  @Test func `what an older thread makes meanwhile is not the body's`() {
    let worker = KnownWorker()
    worker.start()
    for _ in 0..<5 {
      expectNoLeaks { usleep(3_000) }
    }
    worker.end()
  }

  @Test func `an older list of the test's own fails`() {
    let list = PartCache()
    let messages = failures { expectNoLeaks { list.all.append(Part()) } }
    #expect(messages.first?.hasPrefix("Part was left behind") == true)
    #expect(messages.first?.contains("repeating") == false)
    list.all = []
  }

  @Test func `what a thread holds that another test may have begun is not judged`() {
    let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let messages = failures {
      expectNoLeaks {
        KnownThreads.shared.hold(Part.onHeap(), from: begun, to: end) {
          // As a test does whose code ran beside this body, before its own check.
          CheckGate.shared.arrive(watching: [])
        }
      }
    }
    end.signal()
    KnownThreads.shared.waitForEnd()
    #expect(messages.first?.hasPrefix("not judged: Part was left behind") == true, "\(messages)")
  }

  @Test func `what another check watches is not the body's`() {
    let begun = DispatchSemaphore(value: 0)
    let messages = failures {
      expectNoLeaks {
        Thread.detachNewThread {
          let part = Part.onHeap()
          part.other = part
          CheckGate.shared.arrive(watching: [ObjectAddress(part)])
          begun.signal()
        }
        begun.wait()
      }
    }
    #expect(messages.isEmpty, "\(messages)")
  }

  @Test func `what a check reports is no other's that marked before`() async throws {
    let gate = CheckGate(patience: 1)
    let (first, leak) = (await gate.enter(), Part.onHeap())
    gate.report(try captureRetainers(of: [(ObjectAddress(leak), "told")]).objects)
    let second = await gate.enter()
    #expect(gate.claims(after: first) == [ObjectAddress(leak)])
    // Something else may be in its place by now.
    #expect(gate.claims(after: second) == [])
    gate.leave(second)
    gate.leave(first)
  }

  @Test func `what comes to hang on an object of another's check is not the body's`() {
    let watched = Part.onHeap()
    PartCache.shared.all = [watched]
    CheckGate.shared.arrive(watching: [ObjectAddress(watched)])
    defer { PartCache.shared.all = [] }
    let begun = DispatchSemaphore(value: 0)
    let messages = failures {
      expectNoLeaks {
        Thread.detachNewThread {
          CheckGate.shared.arrive(watching: [ObjectAddress(watched)])
          watched.other = Part.onHeap()
          begun.signal()
        }
        begun.wait()
      }
    }
    #expect(messages.isEmpty, "\(messages)")
  }

  @Test func `what comes to hang on a leak that was told is not the body's`() throws {
    PartCache.shared.all = []
    defer { PartCache.shared.all = [] }
    let messages = failures { expectNoLeaks { PartCache.shared.all.append(Part.onHeap()) } }
    #expect(messages.first?.hasPrefix("Part was left behind") == true)
    // As an observer does that nobody removed, in each later test that posts what it listens to.
    expectNoLeaks { PartCache.shared.all[0].other = Part.onHeap() }
    let others = failures { expectNoLeaks { PartCache.shared.all.append(Part.onHeap()) } }
    #expect(others.first?.hasPrefix("Part was left behind") == true)
  }

  @Test func `a closure that a thread runs is told as held by that, whoever else has the thread`() {
    let begun = DispatchSemaphore(value: 0)
    let end = DispatchSemaphore(value: 0)
    KnownThreads.shared.all = []
    let messages = failures {
      expectNoLeaks {
        let part = Part()
        KnownThreads.shared.part = part
        let thread = Thread {
          begun.signal()
          end.wait()
          part.count += 1
        }
        KnownThreads.shared.all.append(thread)
        thread.start()
        begun.wait()
      }
    }
    end.signal()
    KnownThreads.shared.waitForEnd()
    #expect(
      messages.first?.hasPrefix("Part was left behind: held by a thread that still runs") == true)
  }

  @Test func `an allowed cycle passes, by type and by path`() {
    let leak = {
      let part = Part.onHeap()
      part.other = part
    }
    #expect(failures { expectNoLeaks { leak() } }.count == 1)
    expectNoLeaks(allowing: [.cycle("Part", because: "the test's own")]) { leak() }
    expectNoLeaks(allowing: [.path("Part.other → Part", because: "the test's own")]) { leak() }
    #expect(
      failures {
        expectNoLeaks(allowing: [.cycle("Other*", because: "something else")]) { leak() }
      }.count == 1)
  }

  @Test func `older garbage is not told as the holder`() throws {
    weak var old: Part?
    do {
      let leaked = Part()
      leaked.other = leaked
      leaked.shared = PartCache.shared
      old = leaked
    }
    let messages = failures {
      expectDeallocated { () -> Part in
        let part = Part()
        PartCache.shared.all.append(part)
        return part
      }
    }
    let message = try #require(messages.first)
    #expect(message.hasPrefix("Part was not deallocated: held by static"))
    #expect(!message.contains("retain cycle"))
    PartCache.shared.all = []
    old?.other = nil
  }

  @Test func `a check within a check, and one beside it, end`() async {
    await expectNoLeaks {
      checkWithin()
      await expectNoLeaks { await Task.yield() }
    }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { await expectNoLeaks { _ = await Part.make() } }
      }
    }
  }

  @Test func `planted leaks are found in this process`() async { await expectLeakCheckWorks() }

  /// An old word that another thread's frames still have may name the task, which then counts as held; the next task
  /// lies elsewhere.
  @Test func `a task that waits for a lost continuation is told with what resumes it`() async {
    var message = ""
    for _ in 0..<10 where !message.contains("retain cycle") {
      message = await messageOfLostContinuation()
    }
    #expect(message.hasPrefix("Part was not deallocated: retain cycle"))
    #expect(message.contains("resume the continuation exactly once"))
  }

  private func messageOfLostContinuation() async -> String {
    let messages = await failures {
      await expectDeallocated { () async -> Part? in
        let part = Part()
        part.waitForNothing()
        try? await Task.sleep(for: .milliseconds(50))
        return part
      }
    }
    return messages.first ?? ""
  }
}

private func checkWithin() { expectNoLeaks { _ = Part() } }

private final class Part: @unchecked Sendable {
  var count = 0
  var other: Part?
  var shared: PartCache?

  /// What is made and released in one function, the optimiser puts in its frame.
  @inline(never) static func onHeap() -> Part { Part() }

  @concurrent static func make() async -> Int { Part().count }

  func waitForNothing() {
    Task {
      unsafe await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      count += 1
    }
  }
}

private final class FirstUsed: @unchecked Sendable {
  static let shared = FirstUsed()
  let part = Part()
  var count = 0
}

private final class LazyOwner {
  lazy var part = Part()
}

private struct KnownState {
  nonisolated(unsafe) static var current = KnownState()
  var names: [String] = []
  var part: Part?
}

private final class PartCache: @unchecked Sendable {
  static let shared = PartCache()
  var parts: [String: Part] = [:]
  var all: [Part] = []

  func part(_ name: String) -> Part {
    if let known = parts[name] { return known }
    let made = Part()
    parts[name] = made
    return made
  }
}

/// Makes samples all the time, on a thread.
private final class KnownWorker: @unchecked Sendable {
  let isOver = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  func start() {
    Thread.detachNewThread {
      while !self.isOver.load(ordering: .acquiring) {
        let sample = Sample.onHeap()
        sample.next = Sample.onHeap()
        usleep(200)
        withExtendedLifetime(sample) {}
      }
      self.ended.signal()
    }
  }

  func end() {
    isOver.store(true, ordering: .releasing)
    ended.wait()
  }
}

/// What a worker makes: large, so that old words of it name no part's place.
private final class Sample {
  var next: Sample?
  var values = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

  @inline(never) static func onHeap() -> Sample { Sample() }
}

private final class KnownThreads: @unchecked Sendable {
  static let shared = KnownThreads()
  var all: [Thread] = []
  weak var part: Part?

  /// Begins a thread that holds a part until `end`, and waits for its begin.
  func hold(
    _ part: Part, from begun: DispatchSemaphore, to end: DispatchSemaphore,
    _ first: @escaping @Sendable () -> Void = {}
  ) {
    self.part = part
    Thread.detachNewThread {
      first()
      begun.signal()
      end.wait()
      part.count += 1
    }
    begun.wait()
  }

  /// Waits until a thread that may end has let go of its part: were it freed in the next check, one that leaks there
  /// could lie in its place, and would not be new.
  func waitForEnd() {
    all = []
    for _ in 0..<10_000 where part != nil { usleep(1_000) }
  }
}

private final class Bus: @unchecked Sendable {
  static let shared = Bus()
  var handlers: [() -> Void] = []
}

private final class Subscriber {
  var count = 0

  func subscribe() { Bus.shared.handlers.append { self.count += 1 } }
}
