import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckText
import Testing

@Suite struct StepTraceTests {
  private static let popped = """
    {"leakcheck": 1, "scenario": "popped", "types": {
    "Model": {"properties": {"delegate": "weak"}},
    "Profile": {"is": "UIViewController", "callbacks": {
    "viewDidLoad": [
    {"new": "Model", "as": "model"},
    {"set": "global.model", "to": "model"},
    {"set": "model.delegate", "to": "self"},
    {"set": "self.onUpdate", "to": {"closure": {"captures": {"self": "weak"}}}}]}}},
    "steps": [
    {"new": "UIViewController", "as": "home"},
    {"new": "UINavigationController", "as": "nav", "root": "home"},
    {"window": "window", "root": "nav"},
    {"show": "window"},
    {"new": "Profile", "as": "profile"},
    {"push": "profile", "on": "nav"},
    {"drop": "profile"},
    {"pop": "nav"}]}
    """

  private func trace(of text: String) throws -> StepTrace {
    let scenario = try ScenarioReader().read(Array(text.utf8), from: "folder/s.json")
    return try #require(try scenario.run(recordsSteps: true).steps)
  }

  /// The counts and references after each moment.
  private func states(
    of trace: StepTrace
  ) -> [(counts: [StepTrace.Count], holds: [StepTrace.Hold])] {
    var counts = trace.objects.map { _ in StepTrace.Count() }
    var holds = trace.references.map { _ in StepTrace.Hold.absent }
    return trace.moments.map { moment in
      for (object, count) in moment.objects { counts[object] = count }
      for (reference, hold) in moment.references { holds[reference] = hold }
      return (counts, holds)
    }
  }

  @Test func `each action is a moment, and one around others begins before them`() throws {
    let trace = try trace(of: Self.popped)
    let lines = trace.moments.map { "\($0.line) \($0.part)" }
    #expect(
      lines == [
        "10 done", "11 done", "12 done", "13 done", "14 done", "15 begins", "5 done", "6 done",
        "7 done", "8 done", "15 ends", "16 done", "17 done", "0 done",
      ])
    #expect(trace.moments[7].owner == "Profile.viewDidLoad()")
    #expect(trace.moments[9].words == "set self.onUpdate, to { [weak self] … }")
    #expect(trace.moments[5].words == "push profile, on nav")
    #expect(trace.sources.map(\.name) == ["s.json"] && trace.sources[0].text == Self.popped)
    #expect(trace.thinning == "")
    #expect(trace.moments.map(\.logCount) == trace.moments.map(\.logCount).sorted())
  }

  @Test func `counts go up and down, and a weak reference to what is freed is nil`() throws {
    let trace = try trace(of: Self.popped)
    let states = states(of: trace)
    let profile = try #require(trace.objects.firstIndex { $0.type == "Profile" })
    // In its viewDidLoad the running code holds it too: only what the film shows is counted.
    #expect(states.map { $0.counts[profile].strong } == [0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 1, 0, 0])
    #expect(states[6].counts[profile].running > 0 && states[10].counts[profile].running == 0)
    #expect(states[12].counts[profile].phase == .freed)
    let delegate = try #require(trace.references.firstIndex { $0.name == "delegate" })
    #expect(trace.references[delegate].strength == .weak)
    #expect(
      states.map { $0.holds[delegate] }[8...12] == [
        .present, .present, .present, .present, .zeroed,
      ])
    let locals = try #require(trace.objects.firstIndex { $0.id == "locals" })
    #expect(states[12].counts[locals].phase == .alive && states[13].counts[locals].phase == .freed)
  }

  @Test func `the strong references that are there are those that are counted`() throws {
    for text in [Self.popped, Self.waiting, Self.crash] {
      let trace = try trace(of: text)
      for (counts, holds) in states(of: trace) {
        var sums = counts.map { _ in Int32(0) }
        for (index, reference) in trace.references.enumerated()
        where reference.strength == .strong && holds[index] == .present {
          #expect(counts[reference.from].phase != .freed && counts[reference.from].phase != .unborn)
          sums[reference.to] += 1
        }
        for (index, count) in counts.enumerated() where count.phase == .alive {
          #expect(sums[index] == count.strong, "\(trace.objects[index].id)")
        }
      }
    }
  }

  private static let waiting = """
    {"leakcheck": 1, "types": {"User": {"is": "UIViewController", "callbacks": {"viewDidLoad": [
    {"task": {"captures": {"self": "weak"}, "do": [{"guard": "self"}, {"await": "reply"},
    {"call": "self.show"}]}}], "show": []}}}, "steps": [
    {"new": "User", "as": "user"}, {"read": "user.view"}, {"drop": "user"}, {"signal": "reply"}]}
    """

  @Test func `a task that waits holds what its frames hold`() throws {
    let trace = try trace(of: Self.waiting)
    let user = try #require(trace.objects.firstIndex { $0.type == "User" })
    let task = try #require(trace.objects.firstIndex { $0.type == "Task" })
    #expect(
      trace.references.contains {
        $0.from == task && $0.to == user && $0.name == "self" && $0.strength == .strong
      })
    #expect(states(of: trace).last?.counts[user].phase == .freed)
  }

  private static let crash = """
    {"leakcheck": 1, "types": {"Inbox": {"callbacks": {"load": [
    {"observe": "Changed", "using": {"captures": {"self": "unowned"},
    "do": [{"call": "self.refresh"}]}}],
    "refresh": []}}}, "steps": [
    {"new": "Inbox", "as": "inbox"}, {"call": "inbox.load"}, {"drop": "inbox"},
    {"post": "Changed"}]}
    """

  @Test func `a crash is the last moment`() throws {
    let trace = try trace(of: Self.crash)
    let last = try #require(trace.moments.last)
    #expect(last.part == .crashes("self") && last.words == "call self.refresh" && last.line == 3)
    #expect(states(of: trace).last?.holds.contains(.dangling) == true)
  }

  @Test func `an action that was translated is shown where its source has it`() throws {
    let trace = try trace(
      of: """
        {"leakcheck": 1, "steps": [{"new": "NSObject", "as": "a",
        "place": {"file": "Screen.swift", "line": 14, "column": 5}}]}
        """)
    #expect(trace.moments[0].file == "Screen.swift" && trace.moments[0].line == 14)
    // A file that a scenario names is not read.
    #expect(trace.sources.map(\.name) == ["s.json"])
  }

  @Test func `of many actions the steps are shown, and of many steps some`() throws {
    func steps(_ count: Int, _ action: String) -> String {
      let actions = Array(repeating: action, count: count).joined(separator: ",")
      return """
        {"leakcheck": 1, "types": {"A": {"callbacks": {"go": [{"new": "A", "as": "b"}]}}},
        "steps": [{"new": "A", "as": "a"}, \(actions)]}
        """
    }
    let some = try trace(of: steps(150, "{\"call\": \"a.go\"}"))
    #expect(some.thinning == "the run has 301 actions: only the 151 steps are shown")
    #expect(some.moments.count == 152 && some.moments.allSatisfy { $0.owner == "steps" })
    let few = try trace(of: steps(1_000, "{\"call\": \"a.go\"}"))
    #expect(few.thinning == "the scenario has 1001 steps: one of every 3 is shown")
    #expect(few.moments.count == 334)
  }

  @Test func `without being asked nothing is recorded`() throws {
    let scenario = try ScenarioReader().read(Array(Self.popped.utf8), from: "s.json")
    #expect(try scenario.run().steps == nil)
  }
}
