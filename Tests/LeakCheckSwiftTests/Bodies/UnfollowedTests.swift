import LeakCheckAnalysis
import LeakCheckLifecycle
import LeakCheckSwift
import LeakCheckText
import Testing

/// What the simulation cannot do of a source: the run goes on, and says what it left out.
@Suite struct UnfollowedTests {
  private static func screen(showing controller: String) -> String {
    """
    import UIKit
    final class Screen: UIViewController {
      private var onChange: (() -> Void)?
      func show() {
        let panel = \(controller)
        present(panel, animated: true)
      }
      func start() { onChange = { self.title = nil } }
    }
    """
  }

  @Test func `what may be no controller is not presented, and the rest is judged`() throws {
    let run = try Run(Self.screen(showing: "SidePanel()"))
    #expect(run.verdict == ["cycle error"])
    #expect(run.outcome.unfollowed.map(\.place.line) == [6])
    #expect(
      run.outcome.unfollowed.map(\.reason) == ["nothing says that panel is a view controller"])
  }

  @Test(arguments: [
    "SFSafariViewController(url: page)", "QLPreviewController()", "SidePanelViewController()",
    "UIDocumentPickerViewController(forOpeningContentTypes: [])", "AVPlayerViewController()",
  ])
  func `what is a controller by its name is presented`(_ controller: String) throws {
    let run = try Run(Self.screen(showing: controller))
    #expect(run.verdict == ["cycle error"])
    #expect(run.outcome.unfollowed.isEmpty)
    #expect(run.outcome.lines.contains { $0.contains("viewDidDisappear") })
  }

  @Test func `a run of a source ends at its bounds`() throws {
    let text = "final class A { func f() { g() }\n func g() {} }\nlet a = A()\na.f()\na.f()\na.f()"
    let translation = try SwiftReader().read(
      [.init(name: "A.swift", bytes: Array(text.utf8))], named: "A.swift", only: nil)
    var bounds = RunBounds()
    bounds.calls = 3
    #expect(throws: InputError.self) { _ = try translation.scenario.run(within: bounds) }
  }

  @Test func `an alias means what it names`() throws {
    let run = try Run(
      """
      import Combine
      typealias Bag = Set<AnyCancellable>
      typealias Shop = Store
      final class Store { let changed = PassthroughSubject<Int, Never>() }
      final class Model {
        private var bag = Bag()
        private let store = Shop()
        private var count = 0
        func begin() { store.changed.sink { self.count = $0 }.store(in: &bag) }
      }
      """)
    #expect(run.verdict == ["cycle error"])
    #expect(run.notes.isEmpty)
  }
}
