import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// The graph of a simulated heap: who holds whom, until when, in whose words.
@Suite struct ScenarioGraphTests {
  private func shown(_ callbacks: [String: (inout ActionList) -> Void]) throws -> ObjectGraph {
    try outcome(types: { scenario in
      scenario.type("A", is: "UIViewController", properties: ["delegate": .weak]) { type in
        for (name, write) in callbacks { type.callback(name, write) }
      }
    }) { steps in
      steps.new("A", as: "a")
      steps.window("w", root: "a")
      steps.show("w")
    }.graph
  }

  private func reference(
    _ from: String, _ name: String, in graph: ObjectGraph
  ) throws -> ObjectGraph.Reference {
    try #require(graph.references.first { $0.source.id == .text(from) && $0.name == name })
  }

  private let timer: (inout ActionList) -> Void = {
    $0.timer(every: 1, target: "self", in: "self.timer")
  }

  @Test func `references carry who ends them`() throws {
    let stop: (inout ActionList) -> Void = { $0.invalidate("self.timer") }
    let loose = try shown(["viewDidLoad": timer])
    #expect(try reference("RunLoop.main", "timers", in: loose).until == nil)
    let teardown = try shown(["viewDidLoad": timer, "viewDidDisappear": stop])
    let inTeardown = ReferenceDescription.Until(event: "invalidate()", called: .inTeardown)
    #expect(try reference("RunLoop.main", "timers", in: teardown).until == inTeardown)
    #expect(try reference("timer", "target", in: teardown).until == inTeardown)
    let deinitializer = try shown(["viewDidLoad": timer, "deinit": stop])
    #expect(
      try reference("timer", "target", in: deinitializer).until
        == .init(event: "invalidate()", called: .inDeinit(of: .text("a"))))
    let throughMethod = try shown([
      "viewDidLoad": timer, "viewWillDisappear": { $0.call("self.stop") }, "stop": stop,
    ])
    #expect(try reference("timer", "target", in: throughMethod).until == inTeardown)
  }

  @Test func `a property says which of the app's types declares it`() throws {
    let outcome = try outcome(types: { scenario in
      scenario.type("State", is: "NSObject", properties: ["machine": .strong])
      scenario.type("Paused", is: "State", properties: ["since": .strong]) { type in
        type.callback("init") {
          $0.set("self.machine", to: "self")
          $0.set("self.since", to: "self")
          $0.set("self.other", to: "self")
        }
      }
    }) { steps in steps.new("Paused", as: "paused") }
    let told = outcome.graph.references.map { ($0.name, $0.extensions) }
    #expect(
      Dictionary(uniqueKeysWithValues: told) == [
        "machine": #""x-declaredIn": "State""#, "since": "", "other": "",
      ])
    let fixes = outcome.findings.flatMap { $0.cut.steps.map(\.fix) }
    #expect(fixes.contains("declare `weak var machine` in State"))
  }

  @Test func `what ends by itself says so`() throws {
    let graph = try shown(["viewDidLoad": { $0.timer(after: 1, target: "self") }])
    #expect(try reference("RunLoop.main", "timers", in: graph).until?.called == .automatically)
    let cleared = try shown([
      "viewDidLoad": { $0.set("self.handler", to: .closure { $0.read("self.view") }) },
      "viewDidDisappear": { $0.set("self.handler", to: .null) },
    ])
    #expect(
      try reference("a", "handler", in: cleared).until
        == .init(event: "handler = nil", called: .inTeardown))
  }

  @Test func `work that always asks for its next run does not end by itself`() throws {
    for repeats in [false, true] {
      let graph = try shown([
        "viewDidLoad": { $0.after(1, do: .closure { $0.read("self.view") }, repeats: repeats) }
      ])
      let until = try reference("DispatchQueue.main", "workItems", in: graph).until
      #expect(until?.called == (repeats ? nil : .automatically))
    }
  }

  @Test func `a teardown that has run for a screen that is gone is no promise`() throws {
    // The second appearance overwrites the first timer, which nobody can invalidate any more.
    let run = try outcome(types: { scenario in
      scenario.type("A", is: "UIViewController") { type in
        type.callback("viewDidLoad", timer)
        type.callback("viewDidAppear", timer)
        type.callback("viewDidDisappear") { $0.invalidate("self.timer") }
      }
    }) { steps in
      steps.new("UIViewController", as: "home")
      steps.new("UINavigationController", as: "nav", root: "home")
      steps.window("w", root: "nav")
      steps.show("w")
      steps.new("A", as: "a")
      steps.push("a", on: "nav")
      steps.drop("a")
      steps.pop("nav")
    }
    #expect(run.findings.map(\.kind) == [.abandoned])
  }

  @Test func `closures and bound methods are named as a debugger names them`() throws {
    let graph = try shown([
      "viewDidLoad": { actions in
        actions.set("self.first", to: .closure { $0.read("self.view") })
        actions.set("self.second", to: .closure(name: "named") { $0.read("self.view") })
        actions.set("self.third", to: .method("self.refresh"))
      },
      "refresh": { _ in },
    ])
    let names = graph.objects.filter { $0.kind == .closure }.map(\.name).sorted()
    #expect(names == ["bound method refresh", "closure #1 in A.viewDidLoad()", "named"])
  }

  @Test func `a snapshot shows locals as roots, the end shows none`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.snapshot("middle")
      steps.drop("a")
    }
    let middle = try #require(run.snapshots["middle"])
    #expect(middle.object(withID: .text("a")) != nil)
    #expect(try reference("locals", "a", in: middle).source.rootReason == "the scenario's steps")
    #expect(run.graph.object(withID: .text("a")) == nil)
  }

  @Test func `a snapshot inside a callback has the running frames`() throws {
    let run = try outcome(types: { scenario in
      scenario.type("A", is: "UIViewController") { type in
        type.callback("viewDidLoad") { actions in
          actions.new("B", as: "b")
          actions.snapshot("inside")
        }
      }
    }) { steps in
      steps.new("A", as: "a")
      steps.loadViewIfNeeded("a")
    }
    let inside = try #require(run.snapshots["inside"])
    #expect(inside.references.contains { $0.name == "b" && $0.source.type == "Local variables" })
  }

  @Test func `objects with one name are told apart`() throws {
    let run = try outcome { steps in
      for _ in 0..<3 {
        steps.new("A", as: "a")
        steps.set("a.me", to: "a")
      }
    }
    #expect(["a", "a#2", "a#3"].allSatisfy { run.graph.object(withID: .text($0)) != nil })
    #expect(run.findings.first?.instances == 3)
  }

  @Test func `equal scenarios give equal outcomes`() throws {
    func once() throws -> ScenarioOutcome {
      try outcome(types: { scenario in
        scenario.type("A", is: "UIViewController") { $0.callback("viewDidLoad", timer) }
      }) { steps in
        steps.new("A", as: "a")
        steps.window("w", root: "a")
        steps.show("w")
        steps.drop("a")
        steps.disconnectScene("w")
      }
    }
    let (first, second) = (try once(), try once())
    #expect(first.log == second.log && first.misuse == second.misuse)
    #expect(first.findings.map(\.message) == second.findings.map(\.message))
  }
}
