import LeakCheckAnalysis
import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// A controller that is pushed where no window shows it never appears: what it does there is not judged.
@Suite struct UnseenPushTests {
  private static let clock = """
    final class Clock: UIViewController {
      var timer: Timer?
      override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.tick() }
      }
      func tick() {}
    }

    """
  private static let window =
    "let window = UIWindow(); window.rootViewController = nav; window.makeKeyAndVisible()"

  @Test func `a push onto what is in no window says what to write`() throws {
    let run = try Run(
      Self.clock + """
        let nav = UINavigationController(rootViewController: UIViewController())
        nav.pushViewController(Clock(), animated: false)
        nav.popViewController(animated: false)
        """)
    #expect(run.isClean)
    #expect(!run.translation.isSettled)
    #expect(
      run.notes == [
        "Screen.swift:10:1: Clock never appears, as nav is in no window: show it first with \(Self.window)"
      ])
  }

  @Test func `so does one that a coordinator makes`() throws {
    let run = try Run(
      Self.clock + """
        final class Flow {
          func start() {
            let nav = UINavigationController()
            nav.pushViewController(Clock(), animated: false)
          }
        }
        """)
    #expect(run.isClean)
    #expect(!run.translation.isSettled)
    #expect(
      run.notes.count == 1 && run.notes[0].hasPrefix("Screen.swift:12:5: Clock never appears"))
  }

  @Test(arguments: [
    "\(window); nav.pushViewController(Clock(), animated: false)",
    "nav.pushViewController(Clock(), animated: false); \(window)",
    "nav.pushViewController(Clock(), animated: false); nav.pushViewController(UIViewController(), animated: false); \(window)",
  ])
  func `what a window shows sooner or later is judged`(_ steps: String) throws {
    let run = try Run(
      Self.clock + "let nav = UINavigationController(rootViewController: UIViewController())\n"
        + steps + "\nnav.popToRootViewController(animated: false)\n")
    #expect(run.translation.isSettled)
    #expect(run.notes.isEmpty, "\(run.notes)")
  }

  @Test(arguments: [
    // Nothing depends on whether it appears.
    "final class Clock: UIViewController { override func viewDidLoad() { super.viewDidLoad() } }\n",
    // A test shows what it shows.
    clock + "import XCTest\nfinal class FlowTests: XCTestCase {\nfunc testPush() {\n",
  ])
  func `nothing is said where it makes no difference`(_ start: String) throws {
    let run = try Run(
      start + "let nav = UINavigationController(rootViewController: UIViewController())\n"
        + "nav.pushViewController(Clock(), animated: false)\n"
        + (start.contains("XCTest") ? "} }\n" : ""))
    #expect(run.translation.isSettled, "\(run.notes)")
    #expect(run.isClean)
  }
}
