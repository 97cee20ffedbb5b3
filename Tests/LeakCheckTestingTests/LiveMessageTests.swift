import Foundation
import LeakCheckLocks
import LeakCheckTestSupport
import LeakCheckTesting
import Testing

/// What is said of holders that have no property, or one of a kind of its own.
extension LiveProcessAssertionTests {
  /// The only message of a body that leaves something behind.
  private func message(_ body: () -> Void) -> String {
    let messages = failures { expectNoLeaks { body() } }
    return messages.count == 1 ? messages[0] : "\(messages)"
  }

  @Test func `a path to what a sleeping task holds begins at that task`() async {
    var task: Task<Void, Never>?
    let messages = await failures {
      await expectNoLeaks {
        let poller = Poller()
        poller.poll()
        task = poller.task
      }
    }
    #expect(
      messages.first?.hasPrefix(
        """
        Poller was left behind: held by a task that waits
          a task that waits: Task.operation → {closure #1 in Poller.poll()} → self (Poller)
        """) == true)
    task?.cancel()
    await task?.value
  }

  @Test func `memory that an object allocated is not to become weak`() {
    var message = ""
    // An old word may name the memory as well, and then that is told: the next one has other memory.
    for _ in 0..<10 where !message.hasPrefix("Scratch was left behind: retain cycle\n") {
      message = self.message { Scratch().keepSelf() }
    }
    #expect(message.hasPrefix("Scratch was left behind: retain cycle\n"))
    #expect(
      message.contains("fix  let go of Scratch in memory of C.word at +8 when its time is over"))
    #expect(!message.contains("weak var") && !message.contains("weak target"))
  }

  #if os(Linux)
  @Test(arguments: [false, true]) func `what a detached thread was begun with fails`(isBusy: Bool) {
    let message = message { beginThread(isBusy: isBusy) }
    #expect(message.hasPrefix("Spin was left behind: held by a thread that still runs"))
    #expect(message.contains("let the thread end when its work is over"))
    Spin.end()
  }
  #endif

  @Test(arguments: [false, true])
  func `what the closure of a thread has is told as held by that thread`(isBusy: Bool) {
    let expected = "Spin was left behind: held by a thread that still runs"
    var message = ""
    // While the thread is about to sleep or to wake, its own stack holds the object for a moment.
    for _ in 0..<10 where !message.hasPrefix(expected) {
      message = self.message {
        let spin = Spin()
        Thread.detachNewThread { spin.run(isBusy: isBusy) }
        usleep(20_000)
      }
      Spin.end()
    }
    #expect(message.hasPrefix(expected))
  }

  @Test(arguments: [false, true])
  func `a closure that a global variable is, is told as the captor`(isAlone: Bool) {
    unsafe Lists.action = nil
    let message = message { Actor().begin(isAlone: isAlone) }
    #expect(message.contains("static Lists.action → {closure #\(isAlone ? 1 : 2) in Actor.begin"))
    #expect(message.contains("capture [weak self] in closure #"))
    #expect(!message.contains("declare `weak var"))
    unsafe Lists.action = nil
  }

  @Test func `an operation's block has the name of the property that sets it`() {
    var queue: OperationQueue?
    let message = message {
      let job = CompletingJob()
      job.begin()
      queue = job.queue
    }
    #expect(message.contains("BlockOperation.completionBlock → {closure #1 in CompletingJob."))
    #expect(!message.contains("__completion"))
    queue?.cancelAllOperations()
  }

  @Test func `a closure in the variable that it captures is told as one`() {
    let message = message { Actor().repeatItself() }
    #expect(message.contains("{closure #1 in Actor.repeatItself()}"))
    #expect(!message.contains("word at"))
    #expect(!message.contains("declare `weak var"))
  }

  @Test func `a capture of which only the place is known is no name`() {
    let message = message { Actor().pack(1, "a") }
    // Code that is optimized has a closure for these types alone, which knows its captures' names.
    #expect(
      ["Actor weakly", "[weak self]"].contains {
        message.contains("capture \($0) in closure #1 in Actor.pack")
      })
    #expect(!message.contains("[unowned word"))
  }

  // In a process in which threads run, nothing of this is judged, and an old word of memory may name the object: then
  // that is told as its holder. Other tests come and go, so it is tried again.
  @Test func `an object that is retained by hand and named by nothing fails`() {
    let expected = "Spin was left behind: held by a retain that nothing balances"
    var message = ""
    for _ in 0..<20 where !message.hasPrefix(expected) { message = self.message { loseSpin() } }
    #expect(message.hasPrefix(expected))
    #expect(message.contains("takeRetainedValue() or"))
  }

  @Test func `a value that cannot be copied is named by its property`() {
    let message = message {
      let holder = TokenHolder()
      holder.token = Token(owner: holder)
      Escape.show(holder)
    }
    #expect(message.contains("\n  TokenHolder.token → TokenHolder\n"))
    #expect(message.contains("within TokenHolder.token weak"))
  }

  @Test func `what a lock guards is named by its property`() {
    let message = message {
      let guarded = Guarded()
      guarded.state.withLock { $0 = guarded }
    }
    #expect(message.contains("\n  Guarded.state → Guarded\n"))
  }

  @Test func `a boxed value is told by the field in which the object stands`() {
    let message = message {
      let holder = BoxHolder()
      holder.value = LargeValue(owner: holder)
    }
    #expect(message.contains("\n  BoxHolder.value.owner → BoxHolder\n"))
    #expect(message.contains("declare `weak var owner` in LargeValue"))
  }

  @Test func `an element of a static array is taken out of that`() {
    unsafe Lists.spins = []
    let message = message { unsafe Lists.spins.append(Spin()) }
    #expect(message.contains("remove Spin from Lists.spins when its time is over"))
    unsafe Lists.spins = []
  }

  @Test func `a stream is finished by the continuation that the program has`() async {
    var message = ""
    // Now and then an old word of some other test's memory names the listener, and hides it from one check.
    for _ in 0..<5 where message.isEmpty {
      let messages = await failures {
        await expectNoLeaks {
          Listener().listen()
          try? await Task.sleep(for: .milliseconds(50))
        }
      }
      message = messages.first ?? ""
    }
    #expect(message.hasPrefix("Listener "))
    #expect(message.contains("call finish() on Listener.continuation"))
    #expect(!message.contains("finish() on AsyncStream"))
  }
}

private final class Spin: @unchecked Sendable {
  private static let isOver = Atomic(false)
  private static let running = Atomic(0)
  var count = 0

  static func end() {
    isOver.store(true, ordering: .releasing)
    while running.load(ordering: .acquiring) > 0 { usleep(1_000) }
    isOver.store(false, ordering: .releasing)
    usleep(50_000)
  }

  func run(isBusy: Bool) {
    Self.running.add(1, ordering: .relaxed)
    while !Self.isOver.load(ordering: .acquiring) {
      if !isBusy { usleep(20_000) }
      count &+= 1
    }
    Self.running.add(-1, ordering: .relaxed)
  }
}

@inline(never) private func loseSpin() {
  let spin = Spin()
  spin.count = 3
  Escape.show(spin)
  _ = unsafe Unmanaged.passRetained(spin)
}

#if os(Linux)
@inline(never) private func beginThread(isBusy: Bool) {
  let spin = Spin()
  spin.count = isBusy ? 1 : 0
  var thread = pthread_t()
  unsafe pthread_create(
    &thread, nil,
    { pointer in
      guard let pointer = unsafe pointer else { return nil }
      let spin = unsafe Unmanaged<Spin>.fromOpaque(pointer).takeUnretainedValue()
      spin.run(isBusy: spin.count == 1)
      unsafe Unmanaged<Spin>.fromOpaque(pointer).release()
      return nil
    }, Unmanaged.passRetained(spin).toOpaque())
  pthread_detach(thread)
  usleep(20_000)
}
#endif

private struct Token: ~Copyable {
  let owner: TokenHolder
}

private final class TokenHolder {
  var token: Token?
}

private final class Guarded: Sendable {
  let state = Mutex<Guarded?>(nil)
}

private protocol Value {}

private struct LargeValue: Value {
  var numbers = (1, 2, 3, 4)
  var owner: BoxHolder?
}

private final class BoxHolder {
  var value: (any Value)?
}

private enum Lists {
  nonisolated(unsafe) static var spins: [Spin] = []
  nonisolated(unsafe) static var action: (() -> Void)?
}

private final class Actor {
  private var sum = 0
  private var action: (() -> Void)?

  func begin(isAlone: Bool) {
    let step = sum + 1
    unsafe Lists.action = isAlone ? { self.sum += 1 } : { self.sum += step }
  }

  func repeatItself() {
    var next: (() -> Void)?
    next = {
      self.sum += 1
      if self.sum < 3 { next?() }
    }
    next?()
  }

  func pack<each Element>(_ elements: repeat each Element) {
    action = {
      for _ in repeat each elements { self.sum += 1 }
    }
  }
}

private final class CompletingJob: @unchecked Sendable {
  let queue = OperationQueue()
  private let operation = BlockOperation {}
  private var isDone = false

  func begin() { operation.completionBlock = { self.isDone = true } }
}

private final class Listener: @unchecked Sendable {
  private var continuation: AsyncStream<Int>.Continuation?
  private var task: Task<Void, Never>?
  private var sum = 0

  func listen() {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    self.continuation = continuation
    task = Task { for await value in stream { self.sum += value } }
  }
}

@safe private final class Scratch {
  let memory = UnsafeMutablePointer<UInt>.allocate(capacity: 8)

  func keepSelf() {
    unsafe memory.initialize(repeating: 0, count: 8)
    unsafe memory[1] = UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())
  }
}

private final class Poller: @unchecked Sendable {
  private(set) var task: Task<Void, Never>?
  private var count = 0

  func poll() {
    task = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(100))
        self.count += 1
      }
    }
  }
}
