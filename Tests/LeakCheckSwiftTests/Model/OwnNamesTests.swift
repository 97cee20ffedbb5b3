import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// Types of the sources that are named like those of frameworks are the sources' own, as in Swift.
@Suite struct OwnNamesTests {
  @Test(arguments: [
    "RunLoop", "Timer", "Task", "Operation", "OperationQueue", "DispatchQueue", "Notification",
    "URLSession", "NotificationCenter", "Calendar", "Selector", "View", "App", "UIView", "CALayer",
    "Closure", "WeakBox", "Executor", "Array", "AnyCancellable", "AsyncStream", "Scene",
  ])
  func `a type that is named like a framework's is followed`(_ name: String) throws {
    let program = """
      final class \(name) {
        var owner: Owner?
        static func make() -> \(name) { \(name)() }
        func run() { owner?.ran() }
      }
      final class Owner {
        let part: \(name) = \(name).make()
        var parts: [\(name)] = []
        init() { part.owner = self; parts.append(part) }
        func ran() {}
      }
      func use() { let owner = Owner(); owner.part.run() }
      use()
      """
    let leak = try Run(program)
    #expect(leak.verdict == ["cycle error"], "\(leak.notes)")
    #expect(
      leak.outcome.findings.first?.path.objects.map(\.type).sorted() == [name, "Owner"].sorted())
    let weak = try Run(program.replacing("var owner: Owner?", with: "weak var owner: Owner?"))
    #expect(weak.isClean && weak.outcome.misuse.isEmpty, "\(weak.verdict)")
    #expect(leak.translation.isSettled && weak.translation.isSettled)
  }

  @Test func `an own timer and one of Foundation are not mixed up`() throws {
    let run = try Run(
      """
      final class Timer {
        static func scheduledTimer(withTimeInterval seconds: Double, repeats: Bool, block: () -> Void) -> Timer {
          block()
          return Timer()
        }
      }
      final class Clock {
        var timer: Timer?
        func start() {
          timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { self.tick() }
        }
        func tick() {}
      }
      do { let clock = Clock(); clock.start() }
      """)
    #expect(run.isClean, "\(run.verdict)")
  }

  @Test func `a method that is named like a property is called, and the property is kept`() throws {
    let run = try Run(
      """
      final class Page: UIViewController, WKNavigationDelegate {
        private let webView = WKWebView()
        override func viewDidLoad() {
          super.viewDidLoad()
          webView.navigationDelegate = self
          view.addSubview(webView)
        }
        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { title = "" }
      }
      """)
    #expect(run.isClean && run.outcome.misuse.isEmpty, "\(run.verdict)")
  }
}
