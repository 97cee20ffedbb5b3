import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckText
import Testing

/// Scenarios that were translated from a source say where each action stands there.
@Suite struct SourcePlaceTests {
  private func scenario(_ text: String) throws -> Scenario {
    try ScenarioReader().read(Array(text.utf8), from: "s.json")
  }

  private static let where14 = #""place": {"file": "Screen.swift", "line": 14, "column": 5}"#

  @Test func `a closure is where the source has it`() throws {
    let outcome = try scenario(
      """
      {"leakcheck": 1, "types": {"Screen": {"is": "NSObject", "callbacks": {"init": [
      {"set": "self.done", "to": {"closure": {"captures": {"self": "strong"}, \(Self.where14)}},
      "place": {"file": "Screen.swift", "line": 14}}]}}},
      "steps": [{"new": "Screen", "as": "screen"}]}
      """
    ).run()
    let closure = try #require(outcome.graph.objects.first { $0.kind == .closure })
    #expect(closure.file == "Screen.swift")
    #expect(closure.line == 14)
  }

  @Test func `checks and misuse name the source's file`() throws {
    let outcome = try scenario(
      """
      {"leakcheck": 1, "types": {"Screen": {"is": "UIViewController", "callbacks": {"init": [
      {"read": "self.view", \(Self.where14)}]}}},
      "steps": [{"new": "Screen", "as": "screen"}, {"expectGone": "screen", \(Self.where14)}]}
      """
    ).run()
    #expect(outcome.failedChecks.map(\.file) == ["Screen.swift"])
    #expect(outcome.failedChecks.map(\.line) == [14])
    #expect(outcome.misuse.map(\.file) == ["Screen.swift"])
  }

  @Test func `who holds what stays is told by type or closure, and once`() throws {
    let gone = #"{"expectGone": "Poller", \#(Self.where14)}"#
    func message(_ body: String) throws -> [String] {
      try scenario(
        """
        {"leakcheck": 1, "types": {"Poller": {"is": "NSObject", "properties": {"own": "strong"},
        "callbacks": {"start": [\(body)]}}},
        "steps": [{"new": "Poller", "as": "object'2"}, {"call": "object'2.start"},
        {"drop": "object'2"}, \(gone), \(gone)]}
        """
      ).run().failedChecks.map(\.message)
    }
    #expect(
      try message(#"{"set": "self.own", "to": "self"}"#)
        == ["Poller is still alive: Poller.own holds it"])
    #expect(
      try message(#"{"set": "self.own", "to": {"closure": {"do": [{"read": "self"}]}}}"#)
        == ["Poller is still alive: closure #1 in Poller.start() holds it"])
  }

  @Test func `what fails is told at the source`() throws {
    #expect(throws: InputError.self) {
      try scenario(#"{"leakcheck": 1, "steps": [{"drop": "a", \#(Self.where14)}]}"#).run()
    }
    do {
      _ = try scenario(#"{"leakcheck": 1, "steps": [{"drop": "a", \#(Self.where14)}]}"#).run()
    } catch {
      #expect("\(error)".hasPrefix("Screen.swift:14:5: "))
    }
  }

  @Test func `a list writes its place into each action`() throws {
    var scenario = Scenario("s")
    scenario.steps {
      $0.place = SourcePlace(file: "Screen.swift", line: 3, column: 1)
      $0.drop("nobody")
    }
    do {
      _ = try scenario.run()
      Issue.record("nobody was dropped")
    } catch {
      #expect("\(error)".hasPrefix("Screen.swift:3:1: "))
    }
  }

  @Test(arguments: [
    ("{\"file\": \"a\"}", "without \"line\""),
    ("{\"line\": 0}", "\"line\" is 0, expected a whole number, from 1 to"),
    ("{\"line\": 1.5}", "\"line\" is 1.5"),
    ("{\"line\": 1.5}", "from 1 to"), ("{\"line\": 1, \"colum\": 2}", "did you mean \"column\"?"),
    ("3", "a place"),
  ])
  func `a place that is none is refused`(_ text: String, _ part: String) {
    do {
      _ = try scenario(#"{"leakcheck": 1, "steps": [{"launch": true, "place": \#(text)}]}"#)
      Issue.record("\(text) was taken")
    } catch {
      #expect("\(error)".contains(part), "\(error)")
    }
  }
}
