import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// What no value decides is read both ways: where that changes what is found, nothing is judged.
@Suite struct DoubtTests {
  private static func registry(_ body: String) -> String {
    """
    final class Registry {
      var handlers: [String: () -> Void] = [:]
      var list: [Entry] = []
      func fill(_ key: String, _ other: String) {
        \(body)
      }
      func print() {}
    }
    final class Entry { var isOn = true; var owner: Registry? }
    func use() { let registry = Registry(); registry.fill(CommandLine.arguments[0], CommandLine.arguments[1]) }
    use()
    """
  }

  @Test(arguments: [
    "handlers[key] = { self.print() }; handlers[other] = nil",
    "handlers[key] = { self.print() }; handlers.removeValue(forKey: other)",
    "handlers[key] = { self.print() }; handlers[other] = {}",
    "handlers[key] = { self.print() }; handlers.updateValue({}, forKey: other)",
    "let e = Entry(); e.owner = self; list.append(e); list = list.filter { $0.isOn }",
    "let e = Entry(); e.owner = self; list.append(e); list.removeAll { $0.isOn }",
    "let e = Entry(); e.owner = self; list.append(e); list.remove(at: key.count)",
    "let e = Entry(); e.owner = self; list.append(e); while key > other { list.removeAll() }",
  ])
  func `what could be kept or not is not judged`(_ body: String) throws {
    let run = try Run(Self.registry(body))
    #expect(!run.translation.isSettled, "\(run.verdict)")
    #expect(run.isClean, "\(run.verdict)")
  }

  @Test(arguments: [
    "handlers[key] = { self.print() }; handlers[other] = { self.print() }",
    "handlers[key] = {}; handlers[other] = { self.print() }",
    "let e = Entry(); list.append(e); list = list.filter { $0.isOn }; e.owner = self; list = [e]",
  ])
  func `what leaks either way is a leak`(_ body: String) throws {
    let run = try Run(Self.registry(body))
    #expect(run.translation.isSettled, "\(run.notes)")
    #expect(run.verdict == ["cycle error"])
    #expect(!run.notes.isEmpty)
  }

  @Test(arguments: [
    "handlers[key] = { [weak self] in self?.print() }; handlers[other] = nil",
    "let e = Entry(); list.append(e); list.removeAll { $0.isOn }",
    "for e in list.filter({ $0.isOn }) { e.owner = nil }",
  ])
  func `what is clean either way is clean`(_ body: String) throws {
    let run = try Run(Self.registry(body))
    #expect(run.translation.isSettled, "\(run.notes)")
    #expect(run.isClean && run.outcome.misuse.isEmpty, "\(run.verdict)")
  }

  private static func screen(_ body: String) -> String {
    """
    final class WaitViewController: UIViewController {
      var isReady = false
      var timer: Timer?
      var token: NSObjectProtocol?
      override func viewDidLoad() {
        super.viewDidLoad()
        \(body)
      }
      func stop() { timer?.invalidate() }
    }
    """
  }

  private static let every = "Timer.scheduledTimer(withTimeInterval: 1, repeats: true)"

  @Test(arguments: [
    "\(every) { timer in if self.isReady { timer.invalidate() } }",
    "\(every) { timer in guard !self.isReady else { timer.invalidate(); return } }",
    "timer = \(every) { _ in if self.isReady { self.stop() } }",
    """
    token = NotificationCenter.default.addObserver(forName: .ready, object: nil, queue: nil) { _ in
      if self.isReady { NotificationCenter.default.removeObserver(self.token!) }
    }
    """,
    """
    let source = DispatchSource.makeTimerSource(queue: .main)
    source.setEventHandler {
      self.title = nil
      if self.isReady { source.cancel() }
    }
    source.resume()
    """,
  ])
  func `a block that may never end itself is not judged`(_ body: String) throws {
    let run = try Run(Self.screen(body))
    #expect(!run.translation.isSettled, "\(run.verdict)")
    #expect(run.isClean && run.outcome.misuse.isEmpty, "\(run.verdict)")
    #expect(run.notes.contains { $0.contains("the block may never end itself") })
  }

  @Test(arguments: [
    "\(every) { timer in if self.isReady { self.title = nil }; timer.invalidate() }",
    "\(every) { [weak self] timer in if self?.isReady != false { timer.invalidate() } }",
    """
    \(every) { [weak self] timer in
      guard let self, !self.isReady else { timer.invalidate(); return }
      self.title = nil
    }
    """,
  ])
  func `a block that ends itself or keeps nobody is clean`(_ body: String) throws {
    let run = try Run(Self.screen(body))
    #expect(run.translation.isSettled, "\(run.notes)")
    #expect(run.isClean && run.outcome.misuse.isEmpty, "\(run.verdict)")
  }

  private static func chat(
    router: String = "private let router = Router()", on callback: String = "viewDidLoad()",
    _ calls: String
  ) -> String {
    """
    final class Router {
      static let shared = Router()
      private var handlers: [String: () -> Void] = [:]
      func on(_ name: String, _ handler: @escaping () -> Void) { handlers[name] = handler }
    }
    final class Screen: UIViewController {
      \(router)
      override func \(callback) {
        \(calls)
        router.on("b") { [weak self] in self?.title = nil }
      }
    }
    """
  }

  private static let strong = "router.on(\"a\") { self.title = nil }"

  @Test(arguments: [
    chat(strong),
    chat("for _ in 0..<2 { \(strong) }"),
    chat(on: "viewWillAppear(_ animated: Bool)", strong),
    chat(
      router: "private let router: Router\ninit(router: Router) { self.router = router }", strong),
  ])
  func `what is stored under a key of its own replaces nothing`(_ code: String) throws {
    let run = try Run(code)
    #expect(run.translation.isSettled && run.verdict.first == "cycle error", "\(run.notes)")
  }

  @Test func `a shared object keeps what is stored under a key of its own`() throws {
    let run = try Run(Self.chat(router: "private let router = Router.shared", Self.strong))
    #expect(run.translation.isSettled && run.verdict.first == "abandoned error", "\(run.notes)")
  }

  @Test func `what is stored under the same key is replaced`() throws {
    let run = try Run(Self.chat(Self.strong.replacing("\"a\"", with: "\"b\"")))
    #expect(run.translation.isSettled && run.isClean, "\(run.verdict)")
  }

  @Test func `what may be stored under the same key is not judged`() throws {
    let run = try Run(Self.chat(Self.strong.replacing("\"a\"", with: "title ?? \"\"")))
    #expect(!run.translation.isSettled)
  }
}
