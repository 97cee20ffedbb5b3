import LeakCheckLifecycle
import LeakCheckTestSupport
import Testing

/// What a scenario does in words, and the log with its own methods.
@Suite struct ScenarioDeedsTests {
  private var clock: Scenario {
    var scenario = Scenario("A clock")
    scenario.type("Clock", traces: true) { type in
      type.callback("start") { $0.timer(every: 1, target: "self.tick", in: "self.timer") }
      type.callback("tick") { _ in }
      type.callback("stop") { $0.invalidate("self.timer") }
    }
    scenario.steps { steps in
      steps.new("Clock", as: "clock")
      steps.call("clock.start")
      steps.advance(1.5)
      steps.drop("clock")
    }
    return scenario
  }

  @Test func `deeds are calls of own methods and services, whether or not they run`() {
    #expect(
      clock.deeds == ["a call of start()", "a call of tick()", "a timer or display link"])
  }

  @Test func `own methods are logged where that is asked for, and only there`() throws {
    #expect(try clock.run().lines == ["init() Clock"])
    let lines = try clock.runLoggingMethods().lines
    #expect(lines == ["init() Clock", "start() Clock", "tick() Clock"])
  }

  @Test func `a line says whether something should be gone by then`() throws {
    var scenario = Scenario("A screen is popped")
    scenario.type("Screen", is: "UIViewController") { type in
      type.callback("viewDidLoad") { $0.timer(every: 1, target: "self.tick") }
      type.callback("tick") { _ in }
    }
    scenario.steps { steps in
      steps.new("UIViewController", as: "home")
      steps.new("UINavigationController", as: "nav", root: "home")
      steps.window("window", root: "nav")
      steps.show("window")
      steps.new("Screen", as: "screen")
      steps.push("screen", on: "nav")
      steps.drop("screen")
      steps.advance(1.5)
      steps.pop("nav")
      steps.advance(1)
    }
    let ticks = try scenario.runLoggingMethods().log.filter { $0.callback == "tick()" }
    #expect(ticks.map(\.isOverdue) == [false, true])
    #expect(ticks.map(\.isBehindEnd) == [false, true])
  }
}
