import Testing
import Logging
import ServiceLifecycle

extension Use {
  static let lifecycle = [
    Use("ServiceLifecycle: a group that shuts down gracefully") {
      let counter = Counter()
      let group = ServiceGroup(
        services: [WaitingService(counter), WaitingService(counter)],
        logger: Logger(label: "group") { _ in CountingHandler(counter: Counter()) })
      let running = Task { try await group.run() }
      while counter.value < 2 { try await Task.sleep(for: .milliseconds(1)) }
      await group.triggerGracefulShutdown()
      try await running.value
      #expect(counter.value == 4)
    },
    Use("ServiceLifecycle: a service that ends its group") {
      let service = ServiceGroupConfiguration.ServiceConfiguration(
        service: BriefService(), successTerminationBehavior: .gracefullyShutdownGroup)
      let group = ServiceGroup(
        configuration: ServiceGroupConfiguration(
          services: [service],
          logger: Logger(label: "group") { _ in CountingHandler(counter: Counter()) }))
      try await group.run()
    },
    Use("ServiceLifecycle: a handler of graceful shutdown") {
      let counter = Counter()
      await withGracefulShutdownHandler {
        counter.add()
      } onGracefulShutdown: {
        counter.add(100)
      }
      #expect(counter.value == 1)
    },
  ]
}

/// Works until the group shuts down.
final class WaitingService: Service {
  private let counter: Counter

  init(_ counter: Counter) { self.counter = counter }

  func run() async throws {
    counter.add()
    try await gracefulShutdown()
    counter.add()
  }
}

/// Has nothing to do.
struct BriefService: Service {
  func run() async throws {}
}
