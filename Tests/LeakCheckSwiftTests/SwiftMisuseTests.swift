import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// Misuse of callbacks in Swift, each beside a form that looks like it and is right.
@Suite struct SwiftMisuseTests {
  private func codes(_ members: String) throws -> [Misuse.Code] {
    try Run(
      """
      class Screen: UIViewController {
        let label = UILabel()
        \(members)
      }
      let screen = Screen()
      let window = UIWindow()
      window.rootViewController = screen
      window.makeKeyAndVisible()
      """
    ).outcome.misuse.map(\.code)
  }

  @Test func `what is added in viewDidAppear is seen late`() throws {
    let late = "override func viewDidAppear(_ animated: Bool) { super.viewDidAppear(animated)\n"
    #expect(try codes(late + "view.addSubview(label) }") == [.configurationInViewDidAppear])
    #expect(try codes(late + "let box = UIView()\n box.addSubview(label) }") == [])
    #expect(
      try codes(
        "override func viewIsAppearing(_ animated: Bool) { super.viewIsAppearing(animated)\n"
          + "view.addSubview(label) }") == [])
  }

  @Test func `a layout callback asks for no layout of its own view`() throws {
    let layout = "override func viewDidLayoutSubviews() { super.viewDidLayoutSubviews()\n"
    #expect(try codes(layout + "view.setNeedsLayout() }") == [.layoutInLayout])
    #expect(try codes(layout + "label.setNeedsLayout() }") == [])
    #expect(try codes("func changed() { view.setNeedsLayout() }") == [])
  }

  @Test func `an outlet shows that a storyboard provides the view`() throws {
    let custom = "override func loadView() { view = UIView() }"
    #expect(try codes("@IBOutlet var button: UIButton!\n" + custom) == [.loadViewWithStoryboard])
    #expect(try codes(custom) == [])
    #expect(try codes("@IBOutlet var button: UIButton!") == [])
  }

  @Test func `an animation beside the transition is told from one along with it`() throws {
    func run(_ body: String) throws -> Run {
      try Run(
        """
        class Screen: UIViewController {
          override func viewWillTransition(
            to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator
          ) {
            super.viewWillTransition(to: size, with: coordinator)
            \(body)
          }
          func place() {}
        }
        """)
    }
    let beside = try run("UIView.animate(withDuration: 1) { self.place() }")
    #expect(beside.outcome.misuse.map(\.code) == [.animationOutsideCoordinator])
    let along = try run("coordinator.animate(alongsideTransition: { _ in self.place() })")
    #expect(along.outcome.misuse.isEmpty)
    #expect(along.translation.isSettled)
  }

  @Test func `two reads of geometry in one line are told once`() throws {
    let run = try Run(
      """
      import UIKit
      final class Screen: UIViewController {
        private let label = UILabel()
        override func viewDidLoad() {
          super.viewDidLoad()
          label.frame = CGRect(x: 0, y: 0, width: view.bounds.width, height: view.bounds.height)
        }
      }
      """)
    #expect(run.outcome.misuse.map(\.code) == [.geometryInViewDidLoad])
  }

  @Test(arguments: [
    "label.frame = view.bounds\n    label.autoresizingMask = [.flexibleWidth]",
    "let size = view.bounds\n    size.autoresizingMask = .flexibleHeight",
    "self.label.frame = view.frame.insetBy(dx: 1, dy: 1)\n    self.label.autoresizingMask = []",
  ])
  func `the first frame of a view that is resized with its superview is no guess`(
    _ code: String
  ) throws {
    func run(_ code: String) throws -> Run {
      try Run(
        """
        import UIKit
        final class Screen: UIViewController {
          private let label = UILabel()
          override func viewDidLoad() {
            super.viewDidLoad()
            \(code)
          }
        }
        """)
    }
    #expect(try run(code).outcome.misuse.isEmpty)
    let alone = String(code.prefix { $0 != "\n" })
    #expect(try run(alone).outcome.misuse.map(\.code) == [.geometryInViewDidLoad])
    let other = alone + "\n    view.autoresizingMask = .flexibleWidth"
    #expect(try run(other).outcome.misuse.map(\.code) == [.geometryInViewDidLoad])
  }

  private static func container(_ change: String, keeps: String = "") -> String {
    """
    import UIKit
    enum Page: Int {
      case first, second
      func controller() -> UIViewController {
        switch self {
        case .first: return FirstController()
        case .second: return SecondController()
        }
      }
    }
    final class FirstController: UIViewController {}
    final class SecondController: UIViewController {}
    final class Container: UIViewController {
      private weak var current: UIViewController?
      private var all: [UIViewController] = []
      override func viewDidLoad() {
        super.viewDidLoad()
        show(.first)
      }
      @objc private func changed() { show(.second) }
      private func show(_ page: Page) {
        let next = page.controller()
        \(keeps)
        let previous = current
        addChild(next)
        view.addSubview(next.view)
        next.didMove(toParent: self)
        current = next
        \(change)
      }
    }
    """
  }

  @Test(arguments: [
    "previous?.view.removeFromSuperview()",
    "previous?.willMove(toParent: nil); previous?.view.removeFromSuperview()",
  ])
  func `a child whose view goes and who stays is told`(change: String) throws {
    let run = try Run(Self.container(change))
    #expect(run.outcome.misuse.map(\.code) == [.reversedChildRemoval], "\(run.outcome.misuse)")
    #expect(run.outcome.misuse.first?.message.contains("stays in its parent") == true)
  }

  @Test(arguments: [
    (
      "previous?.willMove(toParent: nil); previous?.view.removeFromSuperview(); previous?.removeFromParent()",
      ""
    ),
    ("previous?.view.removeFromSuperview()", "all.append(next)"),
    ("previous?.view.isHidden = true", ""),
  ])
  func `a child who goes, or whom something else knows, is fine`(
    change: String, keeps: String
  ) throws {
    let run = try Run(Self.container(change, keeps: keeps))
    #expect(run.outcome.misuse.isEmpty, "\(run.outcome.misuse)")
  }
}
