import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// Who holds whom until when: each row of the ownership facts as behaviour.
@Suite struct OwnershipTests {
  typealias Write = (inout ActionList) -> Void

  /// A screen with the given callbacks that is pushed and popped, and what is wrong then.
  func popped(
    _ callbacks: [String: Write], properties: [String: Strength] = [:],
    more: Write = { _ in }, behind: Write = { _ in }
  ) throws -> ScenarioOutcome {
    try outcome(types: { scenario in
      scenario.type("A", is: "UIViewController", properties: properties) { type in
        for (name, write) in callbacks { type.callback(name, write) }
      }
      scenario.type("Model", traces: true)
      scenario.type("Worker", is: "Actor", traces: true)
    }) { steps in
      steps.new("UIViewController", as: "home")
      steps.new("UINavigationController", as: "nav", root: "home")
      steps.window("w", root: "nav")
      steps.show("w")
      steps.new("A", as: "a")
      steps.push("a", on: "nav")
      more(&steps)
      steps.drop("a")
      steps.pop("nav")
      behind(&steps)
    }
  }

  func kinds(
    _ callbacks: [String: Write], properties: [String: Strength] = [:],
    more: Write = { _ in }, behind: Write = { _ in }
  ) throws -> [Finding.Kind] {
    let run = try popped(callbacks, properties: properties, more: more, behind: behind)
    let isFreed = run.lines.contains("deinit A")
    #expect(isFreed == (run.findings.allSatisfy { $0.kind == .dangling }))
    return run.findings.map(\.kind)
  }

  func onLoad(_ write: @escaping Write) -> [String: Write] { ["viewDidLoad": write] }
  let weakSelf: KeyValuePairs<String, Strength> = ["self": .weak]
  let strongSelf: KeyValuePairs<String, Strength> = ["self": .strong]

  // MARK: - Closures

  @Test func `a stored closure`() throws {
    func store(_ captures: KeyValuePairs<String, Strength>) -> [String: Write] {
      onLoad { $0.set("self.handler", to: .closure(captures: captures) { $0.read("self.view") }) }
    }
    #expect(try kinds(store(strongSelf)) == [.cycle])
    #expect(try kinds(store([:])) == [.cycle])
    #expect(try kinds(store(weakSelf)) == [])
    #expect(try kinds(store(["self": .unowned])) == [])
  }

  @Test func `a nested weak self makes the outer closure strong`() throws {
    func nested(_ captures: KeyValuePairs<String, Strength>) -> [String: Write] {
      let inner = weakSelf
      return onLoad { actions in
        actions.set(
          "self.handler",
          to: .closure(captures: captures) { body in
            body.set("self.inner", to: .closure(captures: inner) { $0.read("self.view") })
          })
      }
    }
    #expect(try kinds(nested([:])) == [.cycle])
    #expect(try kinds(nested(weakSelf)) == [])
  }

  @Test func `an inner closure captures a weak name weakly`() throws {
    let callbacks = onLoad { actions in
      actions.set(
        "self.handler",
        to: .closure(captures: ["self": .weak]) { body in
          body.set("self.inner", to: .closure { $0.read("self.view") })
        })
      actions.call("self.handler")
    }
    #expect(try kinds(callbacks) == [])
  }

  @Test func `a guard in a body that stores a closure makes it strong`() throws {
    let callbacks = onLoad { actions in
      actions.set(
        "self.handler",
        to: .closure(captures: ["self": .weak]) { body in
          body.guardName("self")
          body.set("self.inner", to: .closure { $0.read("self.view") })
        })
      actions.call("self.handler")
    }
    #expect(try kinds(callbacks) == [.cycle])
  }

  @Test func `a bound method holds its object`() throws {
    var callbacks = onLoad { $0.set("self.handler", to: .method("self.refresh")) }
    callbacks["refresh"] = { _ in }
    #expect(try kinds(callbacks) == [.cycle])
    let run = try popped(callbacks)
    #expect(run.findings.first?.cut.steps.first?.fix.contains("[weak self]") == true)
  }

  @Test func `blocks that do not escape hold nothing`() throws {
    #expect(
      try kinds(
        onLoad { $0.animate(.closure(captures: ["self": .strong]) { $0.read("self.view") }) })
        == [])
  }

  @Test func `a weak box`() throws {
    let callbacks = onLoad { actions in
      actions.new("Model", as: "model")
      actions.set("self.model", to: "model")
      actions.set("model.owner", to: .weakBox("self"))
    }
    #expect(try kinds(callbacks) == [])
  }

  @Test func `an associated object`() throws {
    func associate(_ policy: String) throws -> [Finding.Kind] {
      try kinds(
        onLoad { actions in
          actions.new("Model", as: "model")
          actions.set("self.model", to: "model")
          actions.associate("self", with: "model", policy: policy)
        })
    }
    #expect(try associate("retain") == [.cycle])
    #expect(try associate("assign") == [])
  }

  // MARK: - Delegates and lists

  @Test func `delegates`() throws {
    func delegate(_ strength: Strength) throws -> [Finding.Kind] {
      let run = try outcome(types: { scenario in
        scenario.type("Model", properties: ["delegate": strength])
      }) { steps in
        steps.new("A", as: "a")
        steps.new("Model", as: "m")
        steps.set("a.model", to: "m")
        steps.delegate("a", of: "m")
      }
      return run.findings.map(\.kind)
    }
    #expect(try delegate(.strong) == [.cycle])
    #expect(try delegate(.weak) == [])
    #expect(
      try kinds(
        onLoad { actions in
          actions.new("UITableView", as: "table")
          actions.addSubview("table", to: "self.view")
          actions.delegate("self", of: "table")
          actions.set("table.dataSource", to: "self")
        }) == [])
    #expect(
      try kinds(
        onLoad { actions in
          actions.new("CAAnimation", as: "animation")
          actions.set("self.animation", to: "animation")
          actions.delegate("self", of: "animation")
        }) == [.cycle])
  }

  @Test func `targets are weak, actions strong`() throws {
    let targets = onLoad { actions in
      actions.new("UIButton", as: "button")
      actions.addSubview("button", to: "self.view")
      actions.control(target: "self", on: "button")
      actions.gesture(target: "self", on: "self.view")
    }
    #expect(try kinds(targets) == [])
    func action(_ captures: KeyValuePairs<String, Strength>) -> [String: Write] {
      onLoad { actions in
        actions.new("UIButton", as: "button")
        actions.addSubview("button", to: "self.view")
        actions.uiAction(.closure(captures: captures) { $0.read("self.view") }, on: "button")
      }
    }
    #expect(try kinds(action(strongSelf)) == [.cycle])
    #expect(try kinds(action(weakSelf)) == [])
  }

  @Test func `a singleton's list`() throws {
    let listed = onLoad { $0.append("self", to: "global.Cache.listeners") }
    #expect(try kinds(listed) == [.abandoned])
    var removed = listed
    removed["viewDidDisappear"] = { $0.remove("self", from: "global.Cache.listeners") }
    #expect(try kinds(removed) == [])
    var late = listed
    late["deinit"] = { $0.remove("self", from: "global.Cache.listeners") }
    #expect(try kinds(late) == [.teardownNeverRuns])
  }

  @Test func `script message handlers and cell providers`() throws {
    func handlers(_ stops: Bool) -> [String: Write] {
      var callbacks = onLoad { actions in
        actions.new("WKUserContentController", as: "content")
        actions.set("self.content", to: "content")
        actions.append("self", to: "content.scriptMessageHandlers")
      }
      if stops {
        callbacks["viewDidDisappear"] = { actions in
          actions.remove("self", from: "self.content.scriptMessageHandlers")
        }
      }
      return callbacks
    }
    #expect(try kinds(handlers(false)) == [.cycle])
    #expect(try kinds(handlers(true)) == [])
    #expect(
      try kinds(
        onLoad { actions in
          actions.new(
            "UITableViewDiffableDataSource", as: "source",
            set: ["cellProvider": .closure { $0.read("self.view") }])
          actions.set("self.source", to: "source")
        }) == [.cycle])
  }

  // MARK: - Timers and queues

  func ended(_ start: @escaping Write, by stop: @escaping Write) throws -> [[Finding.Kind]] {
    try [
      kinds(onLoad(start)),
      kinds(["viewDidLoad": start, "viewDidDisappear": stop]),
      kinds(["viewDidLoad": start, "deinit": stop]),
    ]
  }

  @Test func `timers and display links`() throws {
    let stop: Write = { $0.invalidate("self.timer") }
    let wanted: [[Finding.Kind]] = [[.abandoned], [], [.teardownNeverRuns]]
    #expect(try ended({ $0.timer(every: 1, target: "self", in: "self.timer") }, by: stop) == wanted)
    #expect(
      try ended(
        { $0.timer(every: 1, block: .closure(captures: ["self": .strong]), in: "self.timer") },
        by: stop) == wanted)
    #expect(try ended({ $0.displayLink(target: "self", in: "self.timer") }, by: stop) == wanted)
    #expect(
      try ended(
        { $0.timer(every: 1, block: .closure(captures: ["self": .weak]), in: "self.timer") },
        by: stop) == [[], [], []])
  }

  @Test func `a one-shot timer and a delayed block are temporary`() throws {
    let timer = onLoad { $0.timer(after: 5, target: "self") }
    #expect(try kinds(timer) == [.temporary])
    #expect(try kinds(timer, behind: { $0.advance(5) }) == [])
    let delayed = onLoad { $0.after(5, do: .closure { $0.read("self.view") }) }
    #expect(try kinds(delayed) == [.temporary])
    #expect(try kinds(delayed, behind: { $0.advance(5) }) == [])
    #expect(try kinds(onLoad { $0.async(.closure { $0.read("self.view") }) }) == [])
  }

  @Test func `a dispatch source`() throws {
    let start: Write = { actions in
      actions.source(handler: .closure { $0.read("self.view") }, in: "self.source")
    }
    #expect(
      try ended(start, by: { $0.cancel("self.source") }) == [[.cycle], [], [.teardownNeverRuns]])
  }

  // MARK: - Observers

  @Test func `notification blocks and selectors`() throws {
    let start: Write = { actions in
      actions.observe("Changed", using: .closure { $0.read("self.view") }, in: "self.token")
    }
    #expect(
      try ended(start, by: { $0.unobserve("self.token") })
        == [[.abandoned], [], [.teardownNeverRuns]])
    #expect(try kinds(onLoad { $0.observe("Changed", selector: "self") }) == [])
  }

  /// As `if let token`, a loop over tokens, and a property of a local are translated.
  @Test func `what ends by way of a local ends`() throws {
    let wanted: [[Finding.Kind]] = [[.abandoned], [], [.teardownNeverRuns]]
    let one: Write = { actions in
      actions.observe("Changed", using: .closure { $0.read("self.view") }, in: "self.token")
    }
    let byLocal: Write = { actions in
      actions.set("token", to: "self.token")
      actions.unobserve("token")
      actions.drop("token")
    }
    #expect(try ended(one, by: byLocal) == wanted)
    let byOther: Write = { actions in
      actions.set("token", to: "self.token")
      actions.set("token", to: .null)
      actions.unobserve("token")
    }
    #expect(try ended(one, by: byOther) == [[.abandoned], [.abandoned], [.abandoned]])
    let kept: Write = { actions in
      actions.observe("Changed", using: .closure { $0.read("self.view") }, in: "token")
      actions.append("token", to: "self.tokens")
      actions.drop("token")
      actions.observe("Left", using: .closure { $0.read("self.view") }, in: "token")
      actions.append("token", to: "self.tokens")
    }
    #expect(
      try ended(kept, by: { $0.each("self.tokens", as: "token") { $0.unobserve("token") } })
        == wanted)
    let held: Write = { actions in
      actions.new("Model", as: "model")
      actions.set("self.model", to: "model")
      actions.timer(every: 1, target: "self", in: "self.model.timer")
    }
    let byOwner: Write = { actions in
      actions.set("model", to: "self.model")
      actions.invalidate("model.timer")
    }
    #expect(try ended(held, by: byOwner) == wanted)
  }

  @Test func `key-value observation`() throws {
    func observe(_ captures: KeyValuePairs<String, Strength>) -> [String: Write] {
      onLoad { actions in
        actions.new("Model", as: "model")
        actions.set("self.model", to: "model")
        actions.kvo(
          "model", keyPath: "name", using: .closure(captures: captures) { $0.read("self.view") },
          in: "self.observation")
      }
    }
    #expect(try kinds(observe(strongSelf)) == [.cycle])
    #expect(try kinds(observe(weakSelf)) == [])
  }

  @Test func `publishers`() throws {
    let start: Write = { actions in
      actions.new("PassthroughSubject", as: "subject")
      actions.set("self.subject", to: "subject")
      actions.sink(.closure { $0.read("self.view") }, on: "subject", in: "self.cancellables")
    }
    #expect(
      try ended(start, by: { $0.clear("self.cancellables") })
        == [[.cycle], [], [.teardownNeverRuns]])
    #expect(
      try kinds(
        onLoad { actions in
          actions.new("PassthroughSubject", as: "subject")
          actions.set("self.subject", to: "subject")
          actions.assign("self.title", on: "subject", in: "self.cancellables")
        }) == [.cycle])
    #expect(
      try kinds(
        onLoad { actions in
          actions.new("PassthroughSubject", as: "subject")
          actions.set("self.subject", to: "subject")
          actions.sink(.closure { $0.read("self.view") }, on: "subject")
        }) == [])
  }

  @Test func `an app may have types named as what the simulation makes`() throws {
    let run = try outcome(types: { scenario in
      scenario.type("Special", is: "Task", traces: true)
      scenario.type("Task", traces: true)
      scenario.type("WeakBox", properties: ["value": .weak], traces: true)
    }) { steps in
      steps.new("Special", as: "todo")
      steps.new("WeakBox", as: "box")
      steps.set("box.value", to: "todo")
      steps.task(.closure { $0.await("never") })
      steps.drop("todo")
      steps.drop("box")
    }
    #expect(short(run, after: 4) == ["Special.deinit", "WeakBox.deinit"])
    #expect(throws: (any Error).self) {
      try outcome(types: {
        $0.type("Task"); $0.type("Task")
      }) { _ in }
    }
  }
}
