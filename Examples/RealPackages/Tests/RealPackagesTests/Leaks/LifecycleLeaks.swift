import Logging
import ServiceLifecycle

extension Leak {
  static let lifecycle = [
    Leak(
      "ServiceLifecycle: a service keeps the group that keeps it",
      fix: "declare `weak var group` in Mailer"
    ) { Mailer().join() },
    Leak(
      "ServiceLifecycle: a service keeps the owner of its group",
      fix: "declare `weak var owner` in Reporter"
    ) { Program().prepare() },
    Leak(
      "ServiceLifecycle: a task that runs a group is never ended", fix: nil
    ) {
      Daemon().start()
      try await Task.sleep(for: .milliseconds(10))
    },
  ]

  static func group(of services: [any Service]) -> ServiceGroup {
    ServiceGroup(
      services: services,
      logger: Logger(label: "group") { _ in CountingHandler(counter: Counter()) })
  }
}

final class Mailer: Service, @unchecked Sendable {
  private var group: ServiceGroup?

  func join() { group = Leak.group(of: [self]) }

  func run() async throws {}
}

final class Program: @unchecked Sendable {
  private var group: ServiceGroup?

  func prepare() { group = Leak.group(of: [Reporter(self)]) }
}

final class Reporter: Service, @unchecked Sendable {
  private var owner: Program?

  init(_ owner: Program) { self.owner = owner }

  func run() async throws {}
}

final class Daemon: @unchecked Sendable {
  private var runs = 0

  func start() {
    Task {
      try await Leak.group(of: [WaitingService(Counter())]).run()
      self.runs += 1
    }
  }
}
