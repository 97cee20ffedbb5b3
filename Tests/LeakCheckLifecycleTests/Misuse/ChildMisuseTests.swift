import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// Children of a controller: how they are added and removed.
extension MisuseTests {
  private func child(
    _ add: @escaping (inout ActionList) -> Void, _ remove: @escaping (inout ActionList) -> Void
  ) throws -> [Misuse.Code] {
    try codes([
      "viewDidLoad": { actions in
        actions.new("B", as: "b")
        actions.set("self.child", to: "b")
        add(&actions)
      },
      "close": remove,
    ]) { $0.call("a.close") }
  }

  private func add(_ actions: inout ActionList) {
    actions.addChild("b", to: "self")
    actions.addSubview("b.view", to: "self.view")
    actions.didMove("b", to: "self")
  }

  private func remove(_ actions: inout ActionList) {
    actions.willMove("self.child", to: nil)
    actions.removeFromSuperview("self.child.view")
    actions.removeFromParent("self.child")
  }

  @Test func `children added and removed as they should be`() throws {
    #expect(try child(add, remove) == [])
  }

  @Test func `a view without its controller`() throws {
    #expect(
      try child({ $0.addSubview("b.view", to: "self.view") }, { _ in })
        == [.addViewWithoutAddChild])
  }

  @Test func `missing didMove`() throws {
    let bad = try child(
      { actions in
        actions.addChild("b", to: "self")
        actions.addSubview("b.view", to: "self.view")
      }, remove)
    #expect(bad == [.missingDidMove])
    let never = try child(
      { actions in
        actions.addChild("b", to: "self")
        actions.addSubview("b.view", to: "self.view")
      }, { _ in })
    #expect(never == [.missingDidMove])
  }

  @Test func `missing willMove to nothing`() throws {
    let bad = try child(
      add,
      { actions in
        actions.removeFromSuperview("self.child.view")
        actions.removeFromParent("self.child")
      })
    #expect(bad == [.missingWillMoveNil])
  }

  @Test func `reversed removal`() throws {
    let bad = try child(
      add,
      { actions in
        actions.willMove("self.child", to: nil)
        actions.removeFromParent("self.child")
        actions.removeFromSuperview("self.child.view")
      })
    #expect(bad == [.reversedChildRemoval])
    let late = try child(
      add,
      { actions in
        actions.removeFromSuperview("self.child.view")
        actions.willMove("self.child", to: nil)
        actions.removeFromParent("self.child")
      })
    #expect(late == [.reversedChildRemoval])
  }

  @Test func `what is said too late is not said twice`() throws {
    let late = try child(
      add,
      { actions in
        actions.removeFromParent("self.child")
        actions.willMove("self.child", to: nil)
        actions.removeFromSuperview("self.child.view")
      })
    #expect(Set(late) == [.missingWillMoveNil, .reversedChildRemoval])
  }

  @Test func `redundant calls`() throws {
    let before = try child(
      { actions in
        actions.willMove("b", to: "self")
        add(&actions)
      }, remove)
    #expect(before == [.redundantWillMove])
    let behind = try child(
      add,
      { actions in
        remove(&actions)
        actions.didMove("self.child", to: nil)
      })
    #expect(behind == [.redundantWillMove])
  }
}
