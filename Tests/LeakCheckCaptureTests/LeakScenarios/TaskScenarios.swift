// Tasks and actors. The screens are used by one task at a time; hence `@unchecked Sendable`.

/// The screen keeps the continuation of the stream for which its task waits.
enum EndlessStream {
  final class ChatVC: @unchecked Sendable {
    let stream: AsyncStream<String>
    let continuation: AsyncStream<String>.Continuation
    var task: Task<Void, Never>?
    var messages: [String] = []
    init() { (stream, continuation) = AsyncStream.makeStream() }
    func viewDidLoad() {
      task = Task {
        for await message in self.stream { self.messages.append(message) }
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ChatVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.continuation.finish() }
  }
}

/// `guard let self` before the loop is as strong as no `weak` at all.
enum GuardBeforeLoop {
  final class ChatVC: @unchecked Sendable {
    let stream: AsyncStream<String>
    let continuation: AsyncStream<String>.Continuation
    var messages: [String] = []
    init() { (stream, continuation) = AsyncStream.makeStream() }
    func viewDidLoad() async {
      await withCheckedContinuation { began in
        Task { [weak self] in
          guard let self else { return began.resume() }
          began.resume()
          for await message in stream { messages.append(message) }
        }
      }
    }
  }
  @inline(never) static func make() async -> LeakProbe {
    let screen = ChatVC()
    await screen.viewDidLoad()
    return LeakProbe(screen) { $0.continuation.finish() }
  }
}

enum WeakInLoop {
  final class ChatVC: @unchecked Sendable {
    let stream: AsyncStream<String>
    let continuation: AsyncStream<String>.Continuation
    var messages: [String] = []
    init() { (stream, continuation) = AsyncStream.makeStream() }
    deinit { continuation.finish() }
    func viewDidLoad() {
      Task { [weak self, stream] in
        for await message in stream { self?.messages.append(message) }
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ChatVC()
    screen.viewDidLoad()
    return LeakProbe(screen)
  }
}

enum SleepingTask {
  final class ReminderVC: @unchecked Sendable {
    var task: Task<Void, Never>?
    var isDue = false
    func viewDidLoad() {
      task = Task {
        try? await Task.sleep(for: .seconds(3_600))
        self.isDue = true
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ReminderVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.task?.cancel() }
  }
}

enum SleepingTaskWeak {
  final class ReminderVC: @unchecked Sendable {
    var task: Task<Void, Never>?
    var isDue = false
    deinit { task?.cancel() }
    func viewDidLoad() {
      task = Task { [weak self] in
        try? await Task.sleep(for: .seconds(3_600))
        self?.isDue = true
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ReminderVC()
    screen.viewDidLoad()
    return LeakProbe(screen)
  }
}

/// A finished task gives its closure back, also if it is stored.
enum FinishedTask {
  final class LoaderVC: @unchecked Sendable {
    var task: Task<Void, Never>?
    var isLoaded = false
    func viewDidLoad() { task = Task { self.isLoaded = true } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = LoaderVC()
    screen.viewDidLoad()
    return LeakProbe(screen)
  }
}

enum TaskGroupChild {
  final class SyncVC: @unchecked Sendable {
    var task: Task<Void, Never>?
    var synced = 0
    func sync() {
      task = Task {
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            try? await Task.sleep(for: .seconds(3_600))
            self.synced += 1
          }
        }
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = SyncVC()
    screen.sync()
    return LeakProbe(screen) { $0.task?.cancel() }
  }
}

enum AsyncLetChild {
  final class PhotoVC: @unchecked Sendable {
    var task: Task<Int, Never>?
    func size() async -> Int {
      try? await Task.sleep(for: .seconds(3_600))
      return 1
    }
    func load() {
      task = Task {
        async let first = self.size()
        return await first
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = PhotoVC()
    screen.load()
    return LeakProbe(screen) { $0.task?.cancel() }
  }
}

enum ActorClosure {
  actor Store {
    private var onChange: (() -> Void)?
    private var value = 0
    func start() { onChange = { Sink.take(self) } }
    func stop() { onChange = nil }
  }
  @inline(never) static func make() async -> LeakProbe {
    let store = Store()
    await store.start()
    return LeakProbe(store) { await $0.stop() }
  }
}

/// A task of an actor that waits for what only the actor can end.
enum ActorTask {
  actor Feed {
    private let stream: AsyncStream<Int>
    private let continuation: AsyncStream<Int>.Continuation
    private var sum = 0
    init() { (stream, continuation) = AsyncStream.makeStream() }
    func start() { Task { for await number in stream { sum += number } } }
    func stop() { continuation.finish() }
  }
  @inline(never) static func make() async -> LeakProbe {
    let feed = Feed()
    await feed.start()
    return LeakProbe(feed) { await $0.stop() }
  }
}

extension LeakScenario {
  static let tasks = [
    LeakScenario(
      "a task waits for a stream that self would end", .leaked,
      path: ["Task", "ChatVC"],
      make: { EndlessStream.make() }),
    LeakScenario(
      "guard let self before the loop", .leaked,
      path: ["Task"],
      make: { await GuardBeforeLoop.make() }),
    LeakScenario("weak self inside the loop", .freed, make: { WeakInLoop.make() }),
    LeakScenario(
      "a sleeping task captures self", .held, path: ["Task", "ReminderVC.viewDidLoad()"],
      make: { SleepingTask.make() }),
    LeakScenario(
      "a sleeping task captures self weakly", .freed, make: { SleepingTaskWeak.make() }),
    LeakScenario("a finished task is stored", .freed, make: { FinishedTask.make() }),
    LeakScenario(
      "a child of a task group captures self", .held, path: ["Task", "SyncVC.sync()"],
      make: { TaskGroupChild.make() }),
    LeakScenario(
      "an async let captures self", .held, path: ["Task", "PhotoVC"],
      make: { AsyncLetChild.make() }),
    LeakScenario(
      "an actor's closure captures it", .leaked,
      path: ["Store.onChange", "closure #1", "Store.start()"],
      make: { await ActorClosure.make() }),
    LeakScenario(
      "an actor's task waits for the actor", .leaked,
      path: ["Task", "Feed.start()"], make: { await ActorTask.make() }),
  ]
}
