import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckSwift
import LeakCheckTestSupport
import LeakCheckText
import Testing

/// The lessons, written in Swift: what JSON says of them, Swift must say too.
@Suite struct SwiftScreenTests {
  private static let lessons = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Examples/Scenarios")

  @Test func `every lesson is there in its bad and its good form`() {
    #expect(Fixtures.names(in: "Screens").count == 64)
  }

  @Test(arguments: Fixtures.names(in: "Screens"))
  func `a screen in Swift has the findings of its lesson`(_ name: String) throws {
    let parts = name.split(separator: ".")
    let file = parts[1] == "bad" ? "scenario.json" : "fixed.json"
    let bytes = try Data(contentsOf: Self.lessons.appending(path: "\(parts[0])/\(file)"))
    let lesson = try ScenarioReader().read(Array(bytes), from: file).run()
    let run = try Run(Fixtures.text("Screens/\(name)"))
    #expect(run.verdict == Run.verdict(of: lesson))
    #expect(run.translation.isSettled, "\(run.notes)")
  }

  @Test(arguments: Fixtures.names(in: "Screens"))
  func `the scenario that is shown does the same`(_ name: String) throws {
    let run = try Run(Fixtures.text("Screens/\(name)"))
    let text = ScenarioWriter().text(of: run.translation.scenario)
    let again = try ScenarioReader().read(Array(text.utf8), from: "shown.json").run()
    #expect(Run.verdict(of: again) == run.verdict)
    #expect(again.log == run.outcome.log)
  }

  @Test func `a closure stands where its brace is, in whichever line of a statement`() throws {
    let run = try Run(
      """
      final class Form {
        var rows: [() -> Void] = []
        func fill() {
          rows = [
            { print(1) },
            { self.fill() },
          ]
        }
      }
      do { let form = Form(); form.fill() }
      """)
    let path = try #require(run.outcome.findings.first).path
    #expect(path.objects.filter { $0.kind == .closure }.map(\.line) == [6])
  }

  @Test(arguments: [
    ("CMMotionManager", "startDeviceMotionUpdates(to: .main)", "stopDeviceMotionUpdates()"),
    ("CMPedometer", "startUpdates(from: Date())", "stopUpdates()"),
    ("UndoManager", "registerUndo(withTarget: self)", "removeAllActions()"),
  ])
  func `what keeps a handler is told by its class and by the call that ends it`(
    _ type: String, _ start: String, _ end: String
  ) throws {
    let run = try Run(
      """
      final class KeepingViewController: UIViewController {
        private let keeper = \(type)()
        override func viewDidLoad() {
          super.viewDidLoad()
          keeper.\(start) { _ in self.title = nil }
        }
        deinit { keeper.\(end) }
      }
      """)
    let finding = try #require(run.outcome.findings.first)
    #expect(finding.path.objects.contains { $0.type == type })
    #expect(finding.why.contains("calls \(end)"), "\(finding.why)")
  }

  @Test func `a list of message handlers is emptied by a call`() throws {
    let run = try Run(
      """
      final class PageViewController: UIViewController {
        private let content = WKUserContentController()
        override func viewDidLoad() {
          super.viewDidLoad()
          content.add(self, name: "page")
        }
        deinit { content.removeScriptMessageHandler(forName: "page") }
      }
      """)
    let finding = try #require(run.outcome.findings.first)
    #expect(finding.why.contains("calls removeScriptMessageHandler(forName:)"), "\(finding.why)")
  }

  @Test(arguments: Fixtures.names(in: "Programs"))
  func `a program is accused where it leaks and only there`(_ name: String) throws {
    let run = try Run(Fixtures.text("Programs/\(name)"))
    #expect(run.isClean == name.hasPrefix("clean"), "\(run.verdict) \(run.outcome.failedChecks)")
    #expect(AdviceRules.breaches(in: run.outcome.findings) == [])
    #expect(run.outcome.misuse.isEmpty || !name.hasPrefix("clean"), "\(run.verdict)")
    #expect(run.translation.isSettled, "\(run.notes)")
    #expect(run.outcome.unfollowed == [])
  }
}
