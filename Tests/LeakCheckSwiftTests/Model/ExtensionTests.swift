import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// What extensions give to types that the sources do not declare, and what property wrappers of the sources do.
@Suite struct ExtensionTests {
  private static func screen(_ body: String, _ declarations: String) -> String {
    """
    \(declarations)
    final class Screen: UIViewController {
      let button = UIButton()
      var token: NSObject?
      override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(button)
        \(body)
      }
      func press() {}
    }
    """
  }

  private static let kept = """
    extension UIControl {
      func press(_ work: @escaping () -> Void) { addAction(UIAction { _ in work() }, for: .touchUpInside) }
      var lastSuperview: UIView? { superview }
    }
    """

  @Test(arguments: [
    ("button.press { self.press() }", false),
    ("button.press { [weak self] in self?.press() }", true),
    ("button.lastSuperview?.press()", true),
  ])
  func `a method of an extension keeps what it says`(_ body: String, _ isClean: Bool) throws {
    let run = try Run(Self.screen(body, Self.kept))
    #expect(run.translation.isSettled, "\(run.notes)")
    #expect(run.isClean == isClean, "\(run.verdict)")
  }

  @Test func `an extension of a class is one of those that inherit from it`() throws {
    let run = try Run(
      Self.screen(
        "tune { $0.token = Box { self.press() } }",
        """
        final class Box: NSObject { let f: () -> Void; init(_ f: @escaping () -> Void) { self.f = f } }
        protocol Tuned {}
        extension Tuned { func tune(_ work: (Self) -> Void) { work(self) } }
        extension NSObject: Tuned {}
        """))
    #expect(run.verdict == ["cycle error"])
    #expect(run.translation.isSettled, "\(run.notes)")
  }

  @Test func `what an extension calls of itself it calls on the same object`() throws {
    let run = try Run(
      Self.screen(
        "button.twice { self.press() }",
        Self.kept + "\nextension UIButton { func twice(_ f: @escaping () -> Void) { press(f) } }"))
    #expect(run.verdict == ["cycle error"])
  }

  @Test func `the closure of an extension names its object self`() throws {
    let run = try Run(
      Self.screen(
        "button.hold()",
        "extension UIButton { func hold() { addAction(UIAction { _ in self.hide() }, for: .menuActionTriggered) }\nfunc hide() {} }"
      ))
    let path = try #require(run.outcome.findings.first).path
    #expect(path.references.contains { $0.name == "self" })
  }

  @Test(arguments: [("weak ", true), ("", false)])
  func `a property wrapper of the sources holds what it declares`(
    _ strength: String, _ isClean: Bool
  ) throws {
    let run = try Run(
      """
      @propertyWrapper struct Held<Object: AnyObject> { \(strength)var wrappedValue: Object? }
      final class Parent { var child: Child? }
      final class Child { @Held var parent: Parent? }
      do {
        let parent = Parent()
        let child = Child()
        parent.child = child
        child.parent = parent
      }
      """)
    #expect(run.isClean == isClean, "\(run.verdict)")
    #expect(run.translation.isSettled, "\(run.notes)")
  }

  @Test func `a projected value is asked for what it has`() throws {
    let run = try Run(
      """
      @propertyWrapper final class Heard {
        var value: Int
        var listeners: [() -> Void] = []
        init(wrappedValue: Int) { value = wrappedValue }
        var wrappedValue: Int { get { value } set { value = newValue; listeners.forEach { $0() } } }
        var projectedValue: Heard { self }
      }
      final class Model {
        @Heard var count = 1
        init() { $count.listeners.append { self.count += 1 } }
      }
      do { let model = Model(); model.count = 2 }
      """)
    #expect(run.verdict == ["cycle error"])
  }
}
