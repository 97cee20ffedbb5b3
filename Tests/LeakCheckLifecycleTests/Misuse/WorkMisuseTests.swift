import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// Loads of a view, and tasks that keep a screen.
extension MisuseTests {
  @Test func `loading the view in init is reading it`() throws {
    #expect(try codes(["init": { $0.loadViewIfNeeded("self") }]) == [.viewInInit])
  }

  @Test func `a task that keeps a screen until a reply comes`() throws {
    func start(_ strength: Strength) -> (inout ActionList) -> Void {
      { actions in
        actions.task(
          .closure(captures: ["self": strength]) { body in
            body.await("reply")
            body.read("self.view")
          }, in: "self.task")
      }
    }
    #expect(try codes(["viewDidLoad": start(.strong)]) == [.uncancelledTask])
    #expect(try codes(["viewDidLoad": start(.weak)]) == [])
    #expect(
      try codes(["viewDidLoad": start(.strong), "viewDidDisappear": { $0.cancel("self.task") }])
        == [])
  }
}
