import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckText
import Testing

/// What goes into bodies and comes out of them: arguments, returned values, turns.
@Suite struct FlowTests {
  private func run(_ text: String) throws -> ScenarioOutcome {
    try ScenarioReader().read(Array(text.utf8), from: "s.json").run()
  }

  @Test func `a method takes its arguments and gives something back`() throws {
    let outcome = try run(
      """
      {"leakcheck": 1, "types": {
      "Store": {"callbacks": {"keep": [{"parameters": ["item", "other"]},
      {"set": "self.item", "to": "item"}, {"return": "other"}, {"set": "self.late", "to": "item"}]}},
      "Item": {}},
      "steps": [{"new": "Store", "as": "store"}, {"new": "Item", "as": "a"}, {"new": "Item", "as": "b"},
      {"call": "store.keep", "with": ["a", "b"], "as": "c"}, {"drop": "a"}, {"drop": "b"},
      {"expectAlive": "store.item"}, {"set": "store.item", "to": null}, {"expectAlive": "c"}, {"drop": "c"},
      {"expectGone": "Item"}]}
      """)
    #expect(outcome.failedChecks.isEmpty)
    #expect(outcome.findings.isEmpty)
  }

  @Test func `what a closure is given it does not capture`() throws {
    let outcome = try run(
      """
      {"leakcheck": 1, "types": {"Item": {}},
      "steps": [{"new": "Item", "as": "holder"},
      {"set": "holder.use", "to": {"closure": {"do": [{"parameters": ["item"]}, {"read": "item"}]}}},
      {"new": "Item", "as": "item"}, {"call": "holder.use", "with": ["item"]}, {"drop": "item"},
      {"expectGone": "item"}, {"call": "holder.use"}]}
      """)
    #expect(outcome.failedChecks.isEmpty)
    #expect(outcome.findings.isEmpty)
  }

  @Test func `an initialiser keeps what it is given`() throws {
    let outcome = try run(
      """
      {"leakcheck": 1, "types": {"Child": {"callbacks": {"init": [{"parameters": ["parent"]},
      {"set": "self.parent", "to": "parent"}]}}},
      "steps": [{"new": "NSObject", "as": "parent"}, {"new": "Child", "as": "child", "with": ["parent"]},
      {"set": "parent.child", "to": "child"}]}
      """)
    #expect(outcome.findings.count == 1)
  }

  @Test func `what is there already is not made again`() throws {
    let outcome = try run(
      """
      {"leakcheck": 1, "types": {"Screen": {"callbacks": {"make": [{"unless": "self.part"},
      {"new": "Part", "as": "part"}, {"set": "self.part", "to": "part"}]}},
      "Part": {"traces": true}},
      "steps": [{"new": "Screen", "as": "screen"}, {"call": "screen.make"}, {"call": "screen.make"}]}
      """)
    #expect(outcome.lines == ["init() Part", "deinit Part"])
  }

  @Test func `each of many has its turn, in order, and a return leaves the method`() throws {
    let outcome = try run(
      """
      {"leakcheck": 1, "types": {
      "List": {"callbacks": {"tell": [{"each": "self.items", "as": "item", "do": [{"call": "item.hear"}]},
      {"each": "self.items", "as": "item", "do": [{"return": "item"}, {"call": "item.hear"}]},
      {"call": "self.never"}], "never": ["log"]}},
      "Item": {"callbacks": {"hear": ["log"]}}},
      "steps": [{"new": "List", "as": "list"}, {"new": "Item", "as": "a"}, {"new": "Item", "as": "b"},
      {"append": "a", "to": "list.items"}, {"append": "b", "to": "list.items"},
      {"call": "list.tell", "as": "first"}, {"drop": "list"}, {"drop": "b"}, {"drop": "a"},
      {"expectGone": "b"}, {"expectAlive": "first"}]}
      """)
    #expect(outcome.lines == ["hear() Item", "hear() Item"])
    #expect(outcome.failedChecks.isEmpty)
  }

  @Test func `a call that is made a number of times at most ends, in each step anew`() throws {
    func parts(_ most: Int?) throws -> Int {
      try outcome(types: { scenario in
        scenario.type("Part", traces: true)
        scenario.type("Maker") { type in
          type.callback("make") { body in
            body.new("Part", as: "part")
            body.call("self.make", most: most)
          }
        }
      }) { steps in
        steps.new("Maker", as: "first")
        steps.new("Maker", as: "second")
        steps.call("first.make")
        steps.call("first.make")
        steps.call("second.make")
      }.lines.count { $0 == "deinit Part" }
    }
    #expect(try parts(3) == 12)
    #expect(try parts(0) == 3)
    #expect(throws: (any Error).self) { try parts(nil) }
  }

  @Test func `a call with other objects is another`() throws {
    let run = try outcome(types: { scenario in
      scenario.type("Node") { $0.callback("hear") { $0.log() } }
      scenario.type("Walker") { type in
        type.callback("visit") { body in
          body.parameters(["node"])
          body.call("node.hear")
          body.call("self.visit", with: ["node.next"], most: 1)
        }
      }
    }) { steps in
      for name in ["a", "b", "c"] { steps.new("Node", as: name) }
      steps.set("a.next", to: "b")
      steps.set("b.next", to: "c")
      steps.new("Walker", as: "walker")
      steps.call("walker.visit", with: ["a"])
    }
    #expect(run.lines == ["hear() Node", "hear() Node", "hear() Node"])
  }
}
