import Dispatch
import Foundation
import Testing

// Queues, sources and threads. The screens are used by one thread at a time; hence
// `@unchecked Sendable`.

enum SourceTimer {
  final class ProgressVC: @unchecked Sendable {
    var timer: (any DispatchSourceTimer)?
    var progress = 0
    func viewDidLoad() {
      timer = DispatchSource.makeTimerSource()
      timer?.schedule(deadline: .now() + 3_600, repeating: 3_600)
      timer?.setEventHandler { self.progress += 1 }
    }
  }

  @inline(never) static func makeActive() -> LeakProbe {
    let screen = ProgressVC()
    screen.viewDidLoad()
    screen.timer?.resume()
    return LeakProbe(screen) { $0.timer?.cancel() }
  }

  /// Never resumed: Dispatch itself does not know the source yet.
  @inline(never) static func makeSuspended() -> LeakProbe {
    let screen = ProgressVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { screen in
      screen.timer?.resume()
      screen.timer?.cancel()
    }
  }

  /// Cancelling gives the handler back, though the screen still has the source.
  @inline(never) static func makeCancelled() -> LeakProbe {
    let screen = ProgressVC()
    screen.viewDidLoad()
    screen.timer?.resume()
    screen.timer?.cancel()
    return LeakProbe(screen)
  }
}

enum StoredWorkItem {
  final class SearchVC: @unchecked Sendable {
    var pending: DispatchWorkItem?
    var results = 0
    func typed() { pending = DispatchWorkItem { self.results += 1 } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = SearchVC()
    screen.typed()
    return LeakProbe(screen) { $0.pending = nil }
  }
}

/// A cancelled work item keeps its block.
enum CancelledWorkItem {
  @inline(never) static func make() -> LeakProbe {
    let screen = StoredWorkItem.SearchVC()
    screen.typed()
    screen.pending?.cancel()
    return LeakProbe(screen) { $0.pending = nil }
  }
}

/// What a block later on the main queue holds: until then held, and no leak.
enum MuchLater {
  final class BannerVC: @unchecked Sendable {
    var isHidden = false
    func show() {
      DispatchQueue.global().asyncAfter(deadline: .now() + 3_600) { self.isHidden = true }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = BannerVC()
    screen.show()
    return LeakProbe(screen)
  }
}

/// As an autorelease pool does it: the last release comes in a later turn of the main queue.
enum ReleasedLater {
  final class ToastVC: @unchecked Sendable {
    var isShown = true
    func close() { DispatchQueue.main.async { self.isShown = false } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ToastVC()
    screen.close()
    return LeakProbe(screen)
  }
}

enum SuspendedQueue {
  final class WriterVC: @unchecked Sendable {
    let queue = DispatchQueue(label: "leakcheck.writer")
    var written = 0
    func viewDidLoad() {
      queue.suspend()
      queue.async { self.written += 1 }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = WriterVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.queue.resume() }
  }
}

enum BlockedThread {
  final class Worker: @unchecked Sendable {
    let wakeUp = DispatchSemaphore(value: 0)
    var jobs = 0
    func start() {
      Thread.detachNewThread {
        self.wakeUp.wait()
        self.jobs += 1
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let worker = Worker()
    worker.start()
    return LeakProbe(worker) { $0.wakeUp.signal() }
  }
}

/// The stack of a blocked thread is the only one who knows the object.
enum LocalOfBlockedThread {
  final class Job: @unchecked Sendable {
    let wakeUp = DispatchSemaphore(value: 0)
    var isDone = false
  }
  /// Hands the probe over when the thread is about to wait.
  final class Handover: @unchecked Sendable {
    private let lock = NSLock()
    private var made: LeakProbe?
    var probe: LeakProbe? {
      get { lock.withLock { made } }
      set { lock.withLock { made = newValue } }
    }
  }
  @inline(never) static func make() async -> LeakProbe? {
    let handover = Handover()
    Thread.detachNewThread { run(handover) }
    while handover.probe == nil { await Task.yield() }
    return handover.probe
  }
  @inline(never) private static func run(_ handover: Handover) {
    let job = Job()
    handover.probe = LeakProbe(job) { $0.wakeUp.signal() }
    job.wakeUp.wait()
    job.isDone = true
  }
}

extension LeakScenario {
  static let dispatch = [
    LeakScenario(
      "a running timer source captures self", .held,
      path: ["closure #1", "ProgressVC.viewDidLoad()"], make: { SourceTimer.makeActive() }),
    LeakScenario(
      "a timer source never resumed captures self", .leaked,
      path: ["ProgressVC.timer", "closure #1", "ProgressVC.viewDidLoad()"],
      make: { SourceTimer.makeSuspended() }),
    LeakScenario("a cancelled timer source", .freed, make: { SourceTimer.makeCancelled() }),
    LeakScenario(
      "a stored work item captures self", .leaked,
      path: ["SearchVC.pending", "closure #1", "SearchVC.typed()"],
      make: { StoredWorkItem.make() }),
    LeakScenario(
      "a cancelled work item captures self", .leaked,
      path: ["SearchVC.pending", "closure #1", "SearchVC.typed()"],
      make: { CancelledWorkItem.make() }),
    LeakScenario(
      "a block that runs in an hour", .held, path: ["closure #1", "BannerVC.show()"],
      make: { MuchLater.make() }),
    LeakScenario("a block that runs soon", .freed, make: { ReleasedLater.make() }),
    LeakScenario(
      "a suspended queue of self", .leaked,
      path: ["WriterVC.queue", "closure #1", "WriterVC.viewDidLoad()"],
      make: { SuspendedQueue.make() }),
    LeakScenario(
      "a blocked thread's closure captures self", .held, make: { BlockedThread.make() }),
    LeakScenario(
      "a local of a blocked thread", .held,
      make: { try #require(await LocalOfBlockedThread.make()) }),
  ]
}
