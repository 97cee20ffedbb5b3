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
}
