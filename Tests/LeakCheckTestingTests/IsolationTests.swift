import LeakCheckTesting
import Testing

/// The assertions in the isolation that tests of screens have.
@MainActor @Suite struct IsolationTests {
  /// A controller of the main actor.
  @MainActor final class Screen {
    var title = ""
    func show() { title = "shown" }
  }

  actor Store {
    func load() {}
  }

  private var kept: Screen? = Screen()

  @Test func `objects of the main actor are handed over`() async {
    let screen = Screen()
    screen.show()
    await expectDeallocated(consume screen)
    var optional: Screen? = Screen()
    optional?.show()
    await expectDeallocated(&optional)
    await expectDeallocated {
      let screen = Screen()
      screen.show()
      return screen
    }
  }

  @Test mutating func `objects of the main actor are handed over without async`() {
    let screen = Screen()
    screen.show()
    expectDeallocated(consume screen)
    expectDeallocated(&kept)
    expectDeallocated {
      let screen = Screen()
      screen.show()
      return screen
    }
  }

  @Test func `actors are handed over`() async {
    let store = Store()
    await store.load()
    await expectDeallocated(consume store)
  }

  @Test func `a value of the main actor comes out of a body`() async {
    let screen = await finding(nothing) { await expectNoLeaks { Screen() } }
    screen.show()
    let tracker = LeakTracker()
    tracker.track(Screen()).show()
    await tracker.expectAllDeallocated()
  }
}
