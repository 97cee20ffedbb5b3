import Foundation

// Timers, notifications and operations. The screens are used by one thread at a time, as the main thread
// does in an app; hence `@unchecked Sendable`.

enum ScheduledTimer {
  final class ClockVC: @unchecked Sendable {
    var timer: Timer?
    var ticks = 0
    @MainActor func viewDidLoad() {
      timer = Timer.scheduledTimer(withTimeInterval: 3_600, repeats: true) { _ in self.ticks += 1 }
    }
  }
  @inline(never) static func make() async -> LeakProbe {
    await MainActor.run {
      let screen = ClockVC()
      screen.viewDidLoad()
      return LeakProbe(screen) { screen in await MainActor.run { screen.timer?.invalidate() } }
    }
  }
}

enum ScheduledTimerWeak {
  final class ClockVC: @unchecked Sendable {
    var timer: Timer?
    var ticks = 0
    deinit { timer?.invalidate() }
    @MainActor func viewDidLoad() {
      timer = Timer.scheduledTimer(withTimeInterval: 3_600, repeats: true) { [weak self] _ in
        self?.ticks += 1
      }
    }
  }
  @inline(never) static func make() async -> LeakProbe {
    await MainActor.run {
      let screen = ClockVC()
      screen.viewDidLoad()
      return LeakProbe(screen)
    }
  }
}

/// Never scheduled: nothing but the screen itself knows the timer.
enum UnscheduledTimer {
  final class ClockVC: @unchecked Sendable {
    var timer: Timer?
    var ticks = 0
    func viewDidLoad() {
      timer = Timer(timeInterval: 3_600, repeats: true) { _ in self.ticks += 1 }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ClockVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.timer = nil }
  }
}

extension Notification.Name {
  fileprivate static let themeChanged = Notification.Name("leakcheck.themeChanged")
}

enum NotificationBlock {
  final class ThemeVC: @unchecked Sendable {
    var token: (any NSObjectProtocol)?
    var isDark = false
    func viewDidLoad() {
      token = NotificationCenter.default.addObserver(
        forName: .themeChanged, object: nil, queue: nil
      ) { _ in self.isDark.toggle() }
    }
    func stop() { token.map { NotificationCenter.default.removeObserver($0) } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ThemeVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.stop() }
  }
}

enum NotificationBlockWeak {
  final class ThemeVC: @unchecked Sendable {
    var token: (any NSObjectProtocol)?
    var isDark = false
    deinit { token.map { NotificationCenter.default.removeObserver($0) } }
    func viewDidLoad() {
      token = NotificationCenter.default.addObserver(
        forName: .themeChanged, object: nil, queue: nil
      ) { [weak self] _ in self?.isDark.toggle() }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ThemeVC()
    screen.viewDidLoad()
    return LeakProbe(screen)
  }
}

/// The queue is the screen's own, and suspended: the block never runs and never goes.
enum SuspendedOperationQueue {
  final class UploadsVC: @unchecked Sendable {
    let queue = OperationQueue()
    var done = 0
    func viewDidLoad() {
      queue.isSuspended = true
      queue.addOperation(BlockOperation { self.done += 1 })
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = UploadsVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { screen in
      screen.queue.cancelAllOperations()
      screen.queue.isSuspended = false
    }
  }
}

enum GlobalOperationQueue {
  static let queue = OperationQueue()
  final class SyncVC: @unchecked Sendable {
    var done = 0
    func viewDidLoad() {
      GlobalOperationQueue.queue.isSuspended = true
      GlobalOperationQueue.queue.addOperation { self.done += 1 }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = SyncVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { _ in
      queue.cancelAllOperations()
      queue.isSuspended = false
    }
  }
}

/// An operation whose completion block asks the operation.
enum CompletionBlock {
  final class ExportOperation: Operation, @unchecked Sendable {
    var bytes = 0
    func prepare() { completionBlock = { Sink.take(self.bytes) } }
  }
  @inline(never) static func make() -> LeakProbe {
    let operation = ExportOperation()
    operation.prepare()
    return LeakProbe(operation) { $0.completionBlock = nil }
  }
}

extension LeakScenario {
  static let foundation = [
    LeakScenario(
      "a scheduled timer's block captures self", .held,
      path: ["closure #1", "ClockVC.viewDidLoad()"], make: { await ScheduledTimer.make() }),
    LeakScenario(
      "a scheduled timer's block captures self weakly", .freed,
      make: { await ScheduledTimerWeak.make() }),
    LeakScenario(
      "a timer that nobody schedules", .leaked,
      path: ["ClockVC.timer", "closure #1", "ClockVC.viewDidLoad()"],
      make: { UnscheduledTimer.make() }),
    LeakScenario(
      "a notification block captures self", .held,
      path: ["closure #1", "ThemeVC.viewDidLoad()"], make: { NotificationBlock.make() }),
    LeakScenario(
      "a notification block captures self weakly", .freed,
      make: { NotificationBlockWeak.make() }),
    LeakScenario(
      "a suspended operation queue of self", .leaked,
      path: ["OperationQueue", "BlockOperation"],
      make: { SuspendedOperationQueue.make() }),
    LeakScenario(
      "a suspended operation queue of a global", .held,
      path: ["GlobalOperationQueue.queue", "closure #1", "SyncVC.viewDidLoad()"],
      make: { GlobalOperationQueue.make() }),
    LeakScenario(
      "an operation's completion block captures it", .leaked,
      path: ["ompletion", "closure #1", "ExportOperation.prepare()"],
      make: { CompletionBlock.make() }),
  ]
}
