import LeakCheckLifecycle
import LeakCheckText
import Testing

/// Observers that come and go while they are told.
struct ToldObserverTests {
  /// Runs steps around an object `m` of a type with the methods `add`, `end`, `again` and `told`.
  private func run(_ steps: String) throws -> [String] {
    func observe(_ body: String) -> String {
      """
      {"observe": "N", "using": {"captures": {"self": "strong"}, "do": [\(body)]}, "in": "self.token"}
      """
    }
    let told = """
      "Told": {"is": "NSObject", "traces": true, "callbacks": {"told": ["log"]}}
      """
    let model = """
      "Model": {"is": "NSObject", "callbacks": {
      "add": [\(observe("{\"call\": \"self.told.told\"}"))],
      "end": [\(observe("{\"invalidate\": \"self.token\"}, {\"unobserve\": \"self.token\"}"))],
      "again": [\(observe("{\"call\": \"self.add\"}"))]}}
      """
    let text = """
      {"leakcheck": 1, "types": {\(told), \(model)}, "steps": [
      {"new": "Model", "as": "m"}, {"new": "Told", "as": "t"}, {"set": "m.told", "to": "t"}, \(steps)]}
      """
    let outcome = try ScenarioReader().read(Array(text.utf8), from: "f").runCheckingHeap()
    return outcome.log.map(\.callback).filter { $0.hasPrefix("told") }
  }

  @Test(arguments: [
    // Who comes while others are told is told the next time.
    ("{\"call\": \"m.again\"}, POST", 0), ("{\"call\": \"m.again\"}, POST, POST", 1),
    // Who ends itself is told no more; who ends another one before its turn keeps it from being told.
    ("{\"call\": \"m.add\"}, POST, {\"call\": \"m.end\"}, POST, POST", 3),
    ("{\"call\": \"m.end\"}, {\"call\": \"m.add\"}, POST, POST", 0),
  ])
  func `who is told changes while others are told`(steps: String, count: Int) throws {
    let posted = steps.replacing("POST", with: "{\"post\": \"N\"}")
    let told = try run(posted)
    #expect(told.count == count, "\(told)")
  }

  /// Two that are told by their selectors, of which the first ends the second, which perhaps begins anew.
  @Test(arguments: [("", 1), ("{\"observe\": \"N\", \"selector\": \"self.other.told\"}", 2)])
  func `who is removed by its selector before its turn is told no more`(
    again: String, posts: Int
  ) throws {
    let text = """
      {"leakcheck": 1, "types": {
      "Other": {"is": "NSObject", "traces": true, "callbacks": {"told": ["log"]}},
      "First": {"is": "NSObject", "properties": {"other": "weak"}, "callbacks": {"told":
      [{"unobserve": "self.other"}\(again.isEmpty ? "" : ", " + again)]}}},
      "steps": [{"new": "First", "as": "f"}, {"new": "Other", "as": "o"}, {"set": "f.other", "to": "o"},
      {"observe": "N", "selector": "f.told"}, {"observe": "N", "selector": "o.told"}, {"post": "N"},
      {"unobserve": "f"}, {"post": "N"}]}
      """
    let run = try ScenarioReader().read(Array(text.utf8), from: "f").runCheckingHeap()
    // What begins anew within a post is told from the next one on.
    #expect(run.log.filter { $0.callback.hasPrefix("told") }.count == posts - 1)
  }

  @Test func `a thousand observations that end in any order tell those that are left`() throws {
    var steps = (0..<1_000).map {
      "{\"observe\": \"N\", \"using\": {\"do\": [{\"call\": \"t.told\"}]}, \"in\": \"t.n\($0)\"}"
    }
    var left = 1_000
    for index in 0..<1_000 where index * 7 % 3 != 0 || index > 600 {
      steps.append("{\"unobserve\": \"t.n\(index * 7 % 1_000)\"}")
      left -= 1
      if index % 250 == 0 { steps.append("{\"post\": \"M\"}") }
    }
    let text = """
      {"leakcheck": 1, "types": {"Told": {"is": "NSObject", "traces": true,
      "callbacks": {"told": ["log"]}}}, "steps": [{"new": "Told", "as": "t"},
      \(steps.joined(separator: ", ")), {"post": "N"}]}
      """
    let run = try ScenarioReader().read(Array(text.utf8), from: "f").run()
    #expect(run.log.filter { $0.callback.hasPrefix("told") }.count == left)
  }
}
