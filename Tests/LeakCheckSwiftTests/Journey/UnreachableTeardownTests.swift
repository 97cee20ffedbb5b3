import LeakCheckAnalysis
import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// What only `deinit` ends, the object that is kept can never end: also where `deinit` asks another object for it.
@Suite struct UnreachableTeardownTests {
  private static func bus(_ ending: String) -> String {
    """
    protocol Listener: AnyObject {}
    final class Bus {
      static let shared = Bus()
      private var listeners: [Listener] = []
      func add(_ listener: Listener) { listeners.append(listener) }
      func remove(_ listener: Listener) { listeners.removeAll { $0 === listener } }
      func reset() { listeners.removeAll() }
    }
    final class Trail: Listener {
      init() { Bus.shared.add(self) }
      func stop() { Bus.shared.remove(self) }
      func print() {}
      deinit { \(ending) }
    }
    var trail: Trail? = Trail()
    trail = nil
    """
  }

  @Test(arguments: ["Bus.shared.remove(self)", "stop()", "Bus.shared.reset()"])
  func `what deinit takes off another's list stays there`(_ ending: String) throws {
    let run = try Run(Self.bus(ending))
    #expect(
      run.verdict == ["teardown-never-runs error", "teardown-in-unreachable-deinit"])
  }

  @Test(arguments: ["print()", ""])
  func `what deinit does besides ends nothing`(_ ending: String) throws {
    let run = try Run(
      """
      final class Bus {
        static let shared = Bus()
        private var listeners: [Trail] = []
        func add(_ listener: Trail) { listeners.append(listener) }
      }
      final class Trail {
        init() { Bus.shared.add(self) }
        func print() {}
        deinit { \(ending) }
      }
      """)
    #expect(run.verdict == ["abandoned error"])
  }
}
