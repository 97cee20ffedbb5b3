import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// Views hear when they come into a window and when they leave it.
@Suite struct WindowMoveTests {
  private func log(_ steps: (inout ActionList) -> Void) throws -> [String] {
    let run = try outcome(
      types: { scenario in
        scenario.type("Spinner", is: "UIView") { type in
          type.callback("entersWindow") { $0.log() }
          type.callback("leavesWindow") { $0.log() }
        }
      }, steps)
    return run.log.map(\.callback).filter { $0.contains("sWindow") || $0.contains("Did") }
  }

  @Test func `a view in a screen moves with it`() throws {
    let log = try log { steps in
      navigation(&steps)
      steps.new("Spinner", as: "spinner")
      steps.addSubview("spinner", to: "b.view")
      steps.push("b", on: "n")
      steps.pop("n")
    }
    #expect(log.filter { $0.contains("Window") } == ["entersWindow()", "leavesWindow()"])
  }

  @Test func `a view that is added on screen moves at once`() throws {
    let log = try log { steps in
      navigation(&steps)
      steps.new("Spinner", as: "spinner")
      steps.addSubview("spinner", to: "a.view")
      steps.push("b", on: "n")
      steps.pop("n")
      steps.removeFromSuperview("spinner")
    }
    #expect(
      log.filter { $0.contains("Window") } == [
        "entersWindow()", "leavesWindow()", "entersWindow()", "leavesWindow()",
      ])
  }

  private func navigation(_ steps: inout ActionList) {
    steps.new("A", as: "a")
    steps.new("UINavigationController", as: "n", root: "a")
    steps.window("w", root: "n")
    steps.show("w")
    steps.new("B", as: "b")
  }
}
