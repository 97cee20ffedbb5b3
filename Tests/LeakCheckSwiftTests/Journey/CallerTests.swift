import LeakCheckAnalysis
import LeakCheckLifecycle
import Testing

/// What callers outside of the sources can do with an object.
@Suite struct CallerTests {
  private static func poller(stop: String = "func", deinit: String = "") -> String {
    """
    import Foundation
    final class Poller {
      private var timer: Timer?
      private(set) var ticks = 0
      func start() {
        stop()
        timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.ticks += 1 }
      }
      \(stop) stop() { timer?.invalidate(); timer = nil }
      \(`deinit`)
    }
    """
  }

  @Test func `whoever starts can stop, even where start does so first`() throws {
    let run = try Run(Self.poller())
    #expect(run.isClean, "\(run.verdict)")
  }

  @Test func `what nobody else can call, or deinit calls, does not end it`() throws {
    #expect(try Run(Self.poller(stop: "private func")).verdict == ["abandoned error"])
    let torn = try Run(Self.poller(deinit: "deinit { stop() }"))
    #expect(torn.verdict.first == "teardown-never-runs error", "\(torn.verdict)")
  }

  @Test func `a class with private initializers has one object`() throws {
    func monitor(_ access: String) throws -> Run {
      try Run(
        """
        import Network
        final class Monitor {
          static let shared = Monitor()
          private let monitor = NWPathMonitor()
          private(set) var isOnline = true
          \(access)init() {
            monitor.pathUpdateHandler = { self.isOnline = $0.status == .satisfied }
            monitor.start(queue: .main)
          }
        }
        """)
    }
    let single = try monitor("private ").outcome.findings
    #expect(single.map(\.isReachable) == [true] && single.map(\.instances) == [1])
    let several = try monitor("").outcome.findings
    #expect(several.map(\.isReachable) == [false] || several.map(\.instances) == [2])
  }
}
