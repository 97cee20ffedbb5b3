import LeakCheckLifecycle
import Testing

/// The example of a scenario in Swift that the book has on its page of lessons.
@Suite struct LessonPageTests {
  @Test func `the clock of the lessons goes`() throws {
    var scenario = Scenario("A clock is popped")
    scenario.type("Clock", is: "UIViewController") { type in
      type.callback("viewDidLoad") { $0.timer(every: 1, target: "self", in: "self.timer") }
      type.callback("viewDidDisappear") { $0.invalidate("self.timer") }
    }
    scenario.steps { steps in
      steps.new("UIViewController", as: "home")
      steps.new("UINavigationController", as: "nav", root: "home")
      steps.window("window", root: "nav")
      steps.show("window")
      steps.new("Clock", as: "clock")
      steps.push("clock", on: "nav")
      steps.drop("clock")
      steps.pop("nav")
    }
    let outcome = try scenario.run()
    #expect(outcome.findings.isEmpty && outcome.misuse.isEmpty)
    #expect(outcome.lines.last == "deinit Clock")
  }
}
