import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckTestSupport
import LeakCheckText
import Testing

/// What is written can be read, and does the same.
@Suite struct ScenarioWriterTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Examples/Scenarios")

  private static let lessons =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
    .filter { !$0.contains(".") }.sorted() ?? []

  @Test(arguments: lessons)
  func `a lesson does the same when it is written and read again`(_ lesson: String) throws {
    let bytes = try Data(contentsOf: Self.folder.appending(path: "\(lesson)/scenario.json"))
    let scenario = try ScenarioReader().read(Array(bytes), from: "s.json")
    let text = ScenarioWriter().text(of: scenario)
    let again = try ScenarioReader().read(Array(text.utf8), from: "s.json")
    let (first, second) = (try scenario.run(), try again.run())
    // Written, the callbacks are in other lines.
    #expect(first.log.map(\.line) == second.log.map(\.line))
    #expect(first.log.map(\.id) == second.log.map(\.id))
    #expect(first.findings.map(\.fingerprint) == second.findings.map(\.fingerprint))
    #expect(first.misuse.map(\.code) == second.misuse.map(\.code))
    #expect(AdviceRules.breaches(in: first.findings) == [])
    #expect(ScenarioWriter().text(of: again) == text)
  }

  @Test func `groups, values, places and names that are no words keep their form`() throws {
    var scenario = Scenario("a \"quoted\" \u{1b} name")
    scenario.type("Odd", properties: ["a": .weak, "b": .unmanaged]) { type in
      type.place = SourcePlace(file: "Odd.swift", line: 2, column: 3)
      type.callback("take") {
        $0.parameters(["a", "b"]); $0.unless("self.a"); $0.giveBack("b")
      }
    }
    scenario.steps {
      $0.place = SourcePlace(file: "Odd.swift", line: 9, column: 1)
      $0.new("Odd", as: "odd", set: ["a": .null])
      $0.timer(every: 1.5, target: "odd", selector: "take", in: "odd.timer")
      $0.session(in: "odd.session")
      $0.call(
        "odd.take", with: ["odd", .closure(captures: ["odd": .weak]) { $0.read("odd") }], as: "c")
      $0.each("odd.items", as: "item") { $0.drop("item") }
      $0.whileThere("odd.items", most: 3) { $0.take("odd.items", .last) }
      $0.set("odd.box", to: .weakBox("odd"))
      $0.invalidate("odd.timer")
    }
    let text = ScenarioWriter().text(of: scenario)
    let again = try ScenarioReader().read(Array(text.utf8), from: "s.json")
    #expect(ScenarioWriter().text(of: again) == text)
    #expect(text.contains(#"{"timer": {"every": 1.5, "target": "odd", "selector": "take"}"#))
    #expect(text.contains(#"{"session": {}, "in": "odd.session", "place""#))
    _ = try again.run()
  }
}
