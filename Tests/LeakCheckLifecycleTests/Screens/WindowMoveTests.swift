import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// Views hear when they come into a window and when they leave it.
@Suite struct WindowMoveTests {
  /// The callbacks of moves, where a spinner is added to a view and `b` is pushed on `a` and popped.
  private func moves(
    in superview: Place, then steps: (inout ActionList) -> Void = { _ in }
  ) throws -> [String] {
    let run = try outcome(
      types: { scenario in
        scenario.type("Spinner", is: "UIView") { type in
          type.callback("entersWindow") { $0.log() }
          type.callback("leavesWindow") { $0.log() }
        }
      }
    ) { list in
      list.new("A", as: "a")
      list.new("UINavigationController", as: "n", root: "a")
      list.window("w", root: "n")
      list.show("w")
      list.new("B", as: "b")
      list.new("Spinner", as: "spinner")
      list.addSubview("spinner", to: superview)
      list.push("b", on: "n")
      list.pop("n")
      steps(&list)
    }
    return run.log.map(\.callback).filter { $0.hasSuffix("sWindow()") }
  }

  @Test func `a view in a screen moves with it`() throws {
    #expect(try moves(in: "b.view") == ["entersWindow()", "leavesWindow()"])
  }

  @Test func `a view that is added on screen moves at once`() throws {
    let moves = try moves(in: "a.view") { $0.removeFromSuperview("spinner") }
    #expect(moves == ["entersWindow()", "leavesWindow()", "entersWindow()", "leavesWindow()"])
  }
}
