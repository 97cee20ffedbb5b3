import Foundation
import LeakCheckTesting
import Testing

/// The assertions on real objects: what they print is what a user reads.
///
/// One after the other, since each looks at the whole heap.
@Suite(.serialized) struct LiveLeakTests {
  @Test func `a stored closure that captures self fails with path, cut and files`() throws {
    let messages = failures {
      expectDeallocated {
        let screen = LiveScreen()
        screen.viewDidLoad()
        return screen
      }
    }
    let message = try #require(messages.first)
    #expect(
      message.hasPrefix(
        """
        LiveScreen was not deallocated: retain cycle
          LiveScreen.onUpdate → {closure #1 in LiveScreen.viewDidLoad()} → self
        """))
    #expect(message.contains("fix  capture [weak self] in closure #1 in LiveScreen.viewDidLoad()"))
    #expect(message.contains("\ngraph: /"))
  }

  @Test func `a closure that captures self weakly passes`() {
    expectDeallocated {
      let screen = LiveScreen()
      screen.viewDidLoadWeakly()
      return screen
    }
    expectNoLeaks { LiveScreen.load() }
  }

  @Test func `what a singleton keeps is left behind and the singleton is not`() throws {
    let messages = failures { expectNoLeaks { LiveScreen().poll() } }
    LiveScheduler.shared.jobs = [:]
    let message = try #require(messages.first)
    #expect(
      message.hasPrefix(
        """
        LiveScreen was left behind: held by static LiveScheduler.shared
          static LiveScheduler.shared → LiveScheduler.jobs["poll"] → {closure #1 in LiveScreen.poll()} → self (LiveScreen)
        """))
  }

  @Test func `what is returned is not left behind`() {
    let screens = expectNoLeaks { [LiveScreen(), LiveScreen()] }
    #expect(screens.count == 2)
  }

  @Test func `a leak of an earlier test is not this one's`() {
    let screen = LiveScreen()
    screen.viewDidLoad()
    expectNoLeaks { LiveScreen.load() }
    screen.onUpdate = nil
  }

  @Test func `an object that a queue lets go of later passes`() {
    expectDeallocated {
      let screen = LiveScreen()
      DispatchQueue.global().async { screen.count += 1 }
      return screen
    }
  }
}

// Only one test at a time touches these, hence `@unchecked Sendable`.
private final class LiveScreen: @unchecked Sendable {
  var onUpdate: (() -> Void)?
  var count = 0

  @inline(never) func viewDidLoad() { onUpdate = { self.count += 1 } }
  @inline(never) func viewDidLoadWeakly() { onUpdate = { [weak self] in self?.count += 1 } }
  @inline(never) static func load() {
    let screen = LiveScreen()
    screen.viewDidLoadWeakly()
  }
  @inline(never) func poll() { LiveScheduler.shared.jobs["poll"] = { self.count += 1 } }
}

private final class LiveScheduler: @unchecked Sendable {
  static let shared = LiveScheduler()
  var jobs: [String: () -> Void] = [:]
}
