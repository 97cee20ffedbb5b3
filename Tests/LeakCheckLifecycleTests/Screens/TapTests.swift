import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// Taps reach what is on the screen, whoever showed it.
@Suite struct TapTests {
  /// The scenario's screens, of which B notes each tap in a property that keeps it alive.
  private static let types = """
    "A": {"is": "UIViewController"}, "B": {"is": "UIViewController", "callbacks": {
    "save": [{"parameters": ["item"]}, {"new": "Mark", "as": "mark"}, {"set": "mark.item", "to": "item"},
    {"append": "mark", "to": "global.marks"}]}}, "Mark": {}, "Item": {},
    "Row": {"is": "UIView", "callbacks": {"flag": [{"new": "Mark", "as": "mark"},
    {"append": "mark", "to": "global.marks"}]}}
    """

  private func run(_ steps: String) throws -> ScenarioOutcome {
    let text = """
      {"leakcheck": 1, "types": {\(Self.types)},
      "steps": [{"new": "A", "as": "a"}, {"new": "UINavigationController", "as": "nav", "root": "a"},
      {"window": "window", "root": "nav"}, {"show": "window"}, \(steps)]}
      """
    return try ScenarioReader().read(Array(text.utf8), from: "s.json").run()
  }

  @Test(arguments: [
    #"{"new": "B", "as": "b"}, {"push": "b", "on": "nav"}, {"drop": "b"}"#,
    #"{"new": "B", "as": "b"}, {"present": "b", "from": "a"}, {"drop": "b"}"#,
    #"""
    {"new": "B", "as": "b"}, {"push": "b", "on": "nav"}, {"new": "UIAlertController", "as": "alert"},
    {"present": "alert", "from": "b"}
    """#,
  ])
  func `a tap reaches the screen that is shown`(steps: String) throws {
    let outcome = try run(
      "\(steps), {\"tap\": \"save\", \"of\": \"B\"}, {\"expectAlive\": \"Mark\"}")
    #expect(outcome.failedChecks.isEmpty)
  }

  @Test(arguments: [
    #"{"new": "B", "as": "b"}"#,
    #"{"new": "B", "as": "b"}, {"push": "b", "on": "nav"}, {"pop": "nav"}"#,
    #"""
    {"new": "B", "as": "b"}, {"push": "b", "on": "nav"}, {"new": "A", "as": "over"},
    {"present": "over", "from": "b"}
    """#,
    #"{"new": "Row", "as": "row"}"#,
  ])
  func `nobody taps what is not on the screen`(steps: String) throws {
    let outcome = try run(
      """
      \(steps), {"tap": "save", "of": "B"}, {"tap": "flag", "of": "Row"},
      {"expectGone": "Mark"}
      """)
    #expect(outcome.failedChecks.isEmpty)
  }

  @Test func `a container with a screen of the program is no alert`() throws {
    let outcome = try run(
      """
      {"new": "B", "as": "b"}, {"push": "b", "on": "nav"}, {"new": "A", "as": "inner"},
      {"new": "UINavigationController", "as": "modal", "root": "inner"}, {"drop": "inner"},
      {"present": "modal", "from": "b"}, {"drop": "modal"}, {"tap": "save", "of": "B"},
      {"tapActions": "B"}, {"expectGone": "Mark"}, {"expectAlive": "modal"}
      """)
    #expect(outcome.failedChecks.isEmpty)
  }

  private static let mark = """
    {"closure": {"do": [{"new": "Mark", "as": "mark"}, {"append": "mark", "to": "global.marks"}]}}
    """

  @Test(arguments: [
    #"{"new": "UIView", "as": "button"}, {"addSubview": "button", "to": "b.view"}, {"uiAction": MARK, "on": "button"}"#,
    #"{"new": "UIMenu", "as": "menu"}, {"new": "UIAction", "as": "action"}, {"set": "action.handler", "to": MARK}, {"append": "action", "to": "menu.children"}, {"set": "b.menu", "to": "menu"}"#,
    #"{"new": "UIAlertController", "as": "alert"}, {"new": "UIAlertAction", "as": "action"}, {"set": "action.handler", "to": MARK}, {"append": "action", "to": "alert.actions"}, {"present": "alert", "from": "b"}"#,
  ])
  func `the actions that a screen offers are taken once`(offer: String) throws {
    let outcome = try run(
      """
      {"new": "B", "as": "b"}, {"push": "b", "on": "nav"},
      \(offer.replacing("MARK", with: Self.mark)),
      {"tapActions": "A"}, {"expectGone": "Mark"}, {"tapActions": "B"}, {"expectAlive": "Mark"},
      {"clear": "global.marks"}, {"tapActions": "B"}, {"expectGone": "Mark"}
      """)
    #expect(outcome.failedChecks.isEmpty)
  }

  @Test func `a tap names what it reaches`() throws {
    let outcome = try run(
      """
      {"new": "B", "as": "b"}, {"push": "b", "on": "nav"}, {"new": "Item", "as": "item"},
      {"set": "b.item", "to": "item"}, {"drop": "item"},
      {"tap": "save", "of": "B", "as": "it", "with": ["it.item"]}, {"set": "b.item", "to": null},
      {"expectAlive": "Item"}, {"drop": "it"}, {"pop": "nav"}, {"drop": "b"}, {"expectGone": "B"}
      """)
    #expect(outcome.failedChecks.isEmpty)
  }

  @Test func `an alert is answered before the next tap`() throws {
    let outcome = try run(
      """
      {"new": "B", "as": "b"}, {"push": "b", "on": "nav"}, {"new": "UIAlertController", "as": "alert"},
      {"present": "alert", "from": "b"}, {"drop": "alert"}, {"tap": "save", "of": "B"},
      {"expectGone": "alert"}
      """)
    #expect(outcome.failedChecks.isEmpty)
  }

  @Test func `a tap hands over what it is given, and reaches views too`() throws {
    let outcome = try run(
      """
      {"new": "B", "as": "b"}, {"push": "b", "on": "nav"}, {"new": "Item", "as": "item"},
      {"tap": "save", "of": "B", "with": ["item"]}, {"drop": "item"}, {"expectAlive": "Item"},
      {"clear": "global.marks"}, {"new": "Row", "as": "row"}, {"addSubview": "row", "to": "b.view"},
      {"tap": "flag", "of": "Row"}, {"expectAlive": "Mark"}
      """)
    #expect(outcome.failedChecks.isEmpty)
  }

  @Test func `a method that a screen does not have is refused`() {
    let refused = #expect(throws: (any Error).self) {
      try run(
        #"{"new": "B", "as": "b"}, {"push": "b", "on": "nav"}, {"tap": "sav", "of": "B"}"#)
    }
    #expect(String(describing: refused).contains("sav"))
  }

  @Test func `a type that is not there is refused with its place`() {
    let refused = #expect(throws: (any Error).self) {
      try run(#"{"tap": "save", "of": "Bee"}"#)
    }
    #expect(String(describing: refused).contains("Bee"))
  }
}
