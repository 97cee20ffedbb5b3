import LeakCheckCapture
import LeakCheckLocks
import LeakCheckTesting
import Testing

/// Checks whose bodies wait for each other.
extension LiveProcessAssertionTests {
  /// Runs `body` with a gate that lets somebody go after a second.
  private func withGate(_ body: () async -> Void) async {
    // What a global variable is first used for is not judged.
    Held.all.withLock { $0 = [] }
    await CheckGate.$shared.withValue(CheckGate(patience: 1)) { await body() }
  }

  @Test func `a bystander of a circle is not blamed for what the bodies in it hold`() async {
    let circle = Circle()
    await withGate {
      await withTaskGroup { group in
        group.addTask {
          await expectNoLeaks {
            Held.all.withLock { $0.append(Held()) }
            circle.come(0)
            await circle.wait(for: 2)
            Held.all.withLock { $0 = [] }
          }
        }
        await circle.wait(for: 0)
        // The bystander comes before the one that the first body waits for.
        group.addTask { await expectNoLeaks { circle.come(1) } }
        await Task.yield()
        group.addTask { await expectNoLeaks { circle.come(2) } }
      }
    }
  }

  @Test func `what a body makes while a bystander runs is not the bystander's`() async {
    let circle = Circle()
    await withGate {
      await withTaskGroup { group in
        group.addTask {
          await expectNoLeaks {
            circle.come(0)
            await circle.wait(for: 1)
            Held.all.withLock { $0.append(Held()) }
            circle.come(2)
            try? await Task.sleep(for: .seconds(5))
            Held.all.withLock { $0 = [] }
          }
        }
        await circle.wait(for: 0)
        group.addTask {
          await expectNoLeaks {
            circle.come(1)
            await circle.wait(for: 2)
          }
        }
      }
    }
  }

  @Test func `a check that another body awaits is judged, and that body is not blamed for it`()
    async
  {
    let circle = Circle()
    let messages = await failures {
      await withGate {
        await withTaskGroup { group in
          group.addTask {
            await expectNoLeaks {
              circle.come(0)
              await circle.wait(for: 1)
            }
          }
          await circle.wait(for: 0)
          group.addTask {
            await expectNoLeaks {
              Held.all.withLock { $0.append(Held()) }
              circle.come(1)
            }
          }
        }
      }
    }
    Held.all.withLock { $0 = [] }
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("Held was left behind") == true)
    #expect(messages.first?.contains("another leak check ran at the same time") == true)
  }
}

private final class Held: Sendable {
  static let all: Mutex<[Held]> = Mutex([])
  let number = 1
}

/// What bodies wait for.
private final class Circle: Sendable {
  private let steps: Mutex<Set<Int>> = Mutex([])

  func come(_ step: Int) { steps.withLock { _ = $0.insert(step) } }

  func wait(for step: Int) async {
    while !steps.withLock({ $0.contains(step) }) { try? await Task.sleep(for: .milliseconds(10)) }
  }
}
