import AsyncAlgorithms

extension Leak {
  static let asyncAlgorithms = [
    Leak(
      "AsyncAlgorithms: a task over a channel captures the object that keeps both",
      fix: "capture [weak self] in closure #1 in Inbox.listen()"
    ) {
      Inbox().listen()
      try await Task.sleep(for: .milliseconds(5))
    },
    Leak(
      "AsyncAlgorithms: a task over a channel of the process captures self",
      fix: "capture [weak self] in closure #1 in Watcher.listen()"
    ) {
      Watcher().listen()
      try await Task.sleep(for: .milliseconds(5))
    },
    Leak(
      "AsyncAlgorithms: a mapped stream captures the object that keeps it",
      fix: "capture [weak self] in closure #1 in Converter.prepare()"
    ) { Converter().prepare() },
  ]
}

final class Inbox: @unchecked Sendable {
  private let channel = AsyncChannel<Int>()
  private var task: Task<Void, Never>?
  private var sum = 0

  func listen() {
    task = Task { for await number in self.channel { self.sum += number } }
  }
}

final class Watcher: @unchecked Sendable {
  private var sum = 0

  func listen() {
    Task { for await number in Signals.channel { self.sum += number } }
  }
}

enum Signals {
  static let channel = AsyncChannel<Int>()
}

final class Converter: @unchecked Sendable {
  private var mapped: AsyncMapSequence<AsyncChannel<Int>, Int>?
  private var factor = 2

  func prepare() {
    mapped = AsyncChannel<Int>().map { $0 * self.factor }
  }
}
