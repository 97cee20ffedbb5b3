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
}
