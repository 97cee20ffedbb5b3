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

  @Test func `observers that a loop removes are balanced, and those that a loop keeps are not`()
    throws
  {
    let observe: (inout ActionList) -> Void = { actions in
      actions.observe("n", using: .closure(captures: ["self": .weak]), in: "token")
      actions.append(.place("token"), to: "self.tokens")
    }
    let remove: (inout ActionList) -> Void = { actions in
      actions.each("self.tokens", as: "token") { $0.unobserve("token") }
      actions.clear("self.tokens")
    }
    #expect(try codes(["viewWillAppear": observe, "viewWillDisappear": remove]) == [])
    let forget: (inout ActionList) -> Void = { actions in
      actions.each("self.tokens", as: "token") { $0.drop("token") }
    }
    #expect(
      try codes(["viewWillAppear": observe, "viewWillDisappear": forget])
        == [.unbalancedObserver])
  }

  @Test func `a timer that ends when its owner has gone`() throws {
    func start(_ otherwise: ActionList?) -> (inout ActionList) -> Void {
      { actions in
        actions.timer(
          every: 1,
          block: .closure(captures: ["self": .weak]) { body in
            body.parameters(["timer"])
            body.guardName("self", otherwise: otherwise)
          }, in: "self.timer")
      }
    }
    var stop = ActionList()
    stop.invalidate("timer")
    #expect(try codes(["viewDidLoad": start(stop)]) == [])
    #expect(try codes(["viewDidLoad": start(nil)]) == [.uninvalidatedTimer])
  }

  @Test func `what a body fills that it has made waits for no appearance`() throws {
    func sheet(_ place: Place) throws -> [Misuse.Code] {
      try codes([
        "viewDidAppear": { actions in
          actions.new("NSObject", as: "made")
          actions.append(.place("made"), to: place)
        }
      ]) { steps in
        steps.new("B", as: "b")
        steps.present("b", from: "a", style: "pageSheet")
        steps.drop("b")
        steps.dismiss("a")
      }
    }
    #expect(try sheet("made.parts") == [])
    #expect(try sheet("self.parts") == [.waitsForViewWillAppearAfterSheet])
  }
}
