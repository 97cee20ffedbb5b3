import Foundation
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// What happens, where the source does not say it: and what it says itself.
@Suite struct SwiftJourneyTests {
  @Test func `a screen is pushed, its buttons are pressed, and it is popped`() throws {
    let run = try Run(
      """
      class Screen: UIViewController {
        var onTap: (() -> Void)?
        override func viewDidLoad() { super.viewDidLoad() }
        @objc func tapped() { onTap = { self.tapped() } }
      }
      """)
    #expect(run.verdict == ["cycle error"])
    #expect(run.outcome.lines.contains("viewDidLoad() Screen"))
    #expect(!run.outcome.lines.contains("deinit Screen"))
  }

  @Test func `a class without a screen is made, used, dropped and expected gone`() throws {
    let leak = "final class A { var f: (() -> Void)?\n func g() { f = { self.g() } } }"
    #expect(try Run(leak).verdict == ["cycle error"])
    let run = try Run(leak.replacing("{ self.g() }", with: "{ [weak self] in self?.g() }"))
    #expect(run.isClean)
    #expect(run.outcome.lines.last == "deinit A")
  }

  @Test func `what makes itself nothing is made with what its initialiser needs`() throws {
    let run = try Run(
      """
      protocol Service { func load(_ done: @escaping () -> Void) }
      final class Live: Service { var done: (() -> Void)?
        func load(_ done: @escaping () -> Void) { self.done = done } }
      final class Model { let service: Service
        init(service: Service) { self.service = service }
        func start() { service.load { self.start() } } }
      """, only: "Model")
    #expect(run.verdict == ["cycle error"])
  }

  @Test(arguments: [
    "if let self { self.refresh() }", "if let screen = self { screen.refresh() }",
    "guard let model = self?.model else { return }; model.run(); self?.refresh()",
    "let model = self?.model; model?.run(); self?.refresh()",
    "if let model = self?.model { [1].forEach { _ in let again = model; again.run() } }; self?.refresh()",
  ])
  func `a closure has locals of its own`(_ body: String) throws {
    let run = try Run(
      """
      final class Model { func run() {} }
      final class Profile: UIViewController {
        let model = Model()
        var onUpdate: (() -> Void)?
        override func viewDidLoad() {
          super.viewDidLoad()
          onUpdate = { [weak self] in \(body) }
          onUpdate?()
        }
        func refresh() { onRefresh.append(Model()) }
        var onRefresh: [Model] = []
      }
      """)
    #expect(run.isClean, "\(run.verdict)")
    #expect(run.outcome.lines.suffix(3) == ["deinit Profile", "deinit Model", "deinit Model"])
    let shown = ScenarioWriter().text(of: run.translation.scenario)
    let again = try ScenarioReader().read(Array(shown.utf8), from: "shown.json").run()
    #expect(again.log == run.outcome.log)
  }

  @Test(arguments: [("unowned", false), ("weak", true)])
  func `what is called later and holds nothing is called behind the pop`(
    _ strength: String, _ isClean: Bool
  ) throws {
    let mark = strength == "weak" ? "?" : ""
    let run = try Run(
      """
      class Screen: UIViewController {
        override func viewDidLoad() {
          super.viewDidLoad()
          DispatchQueue.main.asyncAfter(deadline: .now() + 2) { [\(strength) self] in self\(mark).end() }
        }
        func end() {}
      }
      """)
    #expect(run.isClean == isClean, "\(run.verdict)")
    #expect(run.translation.isSettled, "\(run.notes)")
  }

  @Test func `users press what the views of a screen offer`() throws {
    let run = try Run(
      """
      class Dial: UIView {
        var onTurn: (() -> Void)?
        @objc func turned() { onTurn = { self.turned() } }
      }
      class Screen: UIViewController { let dial = Dial() }
      """)
    #expect(run.verdict == ["cycle error"])
  }

  @Test func `time passes for the first hundred types, and a note says where it ends`() throws {
    let screens = (0..<103).map { number in
      """
      class Screen\(number): UIViewController {
        override func viewDidLoad() {
          super.viewDidLoad()
          Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in }
        }
      }
      """
    }
    let run = try Run(screens.joined(separator: "\n"))
    let steps = ScenarioWriter().text(of: run.translation.scenario)
    #expect(steps.components(separatedBy: "\"advance\"").count == 101)
    let notes = run.notes.filter { $0.contains("no timer fires") }
    #expect(notes.count == 1)
    #expect(notes.first?.hasSuffix("--type Screen100") == true)
    #expect(!run.translation.isSettled)
  }

  @Test(arguments: [
    "Date(timeIntervalSinceNow: 2.5)", "Date().addingTimeInterval(2.5)", "Date.now + 2.5",
    ".now + 2.5", ".now.advanced(by: 2.5)",
  ])
  func `time passes where the run loop is waited on`(date: String) throws {
    let run = try Run(
      """
      final class Tick {}
      final class Clock {
        var ticks: [Tick] = []
        var timer: Timer?
        func start() {
          timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
            self?.ticks.append(Tick())
          }
        }
        deinit { timer?.invalidate() }
      }
      let clock = Clock()
      clock.start()
      RunLoop.main.run(until: \(date))
      """)
    #expect(run.outcome.lines.count { $0 == "deinit Tick" } == 2)
  }

  @Test func `a type is followed alone where it is named`() throws {
    let text = """
      final class A { var f: (() -> Void)?
        func g() { f = { self.g() } } }
      final class B {}
      """
    #expect(try Run(text).verdict == ["cycle error"])
    #expect(try Run(text, only: "B").isClean)
  }

  @Test func `expectDeallocated of a test is understood`() throws {
    let text = """
      final class A { var f: (() -> Void)?
        func g() { f = { self.g() } } }
      @Test func goes() {
        expectDeallocated {
          let a = A()
          a.g()
          return a
        }
      }
      """
    let run = try Run(text)
    #expect(run.outcome.failedChecks.map(\.check) == ["expectGone"])
    #expect(try Run(text.replacing("a.g()", with: "_ = a.f")).isClean)
  }

  @Test func `findings and checks are where the source has them`() throws {
    let run = try Run(
      """
      final class A {
        var f: (() -> Void)?
        func g() {
          f = { self.g() }
        }
      }
      var a: A? = A()
      a?.g()
      a = nil
      expectGone(A.self)
      """)
    let closure = try #require(run.outcome.graph.objects.first { $0.kind == .closure })
    #expect(closure.file == "Screen.swift")
    #expect(closure.line == 4)
    #expect(run.outcome.failedChecks.map(\.line) == [10])
  }

  @Test func `order of deinit`() throws {
    let run = try Run(
      """
      final class Leaf { deinit { print("leaf") } }
      final class Tree { var leaf: Leaf? = Leaf()
        deinit { print("tree") } }
      var tree: Tree? = Tree()
      let other = Leaf()
      tree = nil
      """)
    #expect(run.outcome.lines(of: "deinit") == ["deinit Tree", "deinit Leaf", "deinit Leaf"])
  }

  @Test func `what is asked for and not there, runs what stands behind else alone`() throws {
    let classes = """
      final class Part { deinit { print("part") } }
      final class Whole { var part: Part?
        func look() { if let part { use(part) } else { part = Part() } }
        func use(_ one: Part) {}
        deinit { print("whole") } }
      var whole: Whole? = Whole()

      """
    let made = try Run(classes + "whole?.look()\nwhole?.look()\nwhole = nil\n")
    #expect(made.outcome.lines.filter { $0.hasPrefix("init() Part") }.count == 1)
    #expect(made.isClean)
    // Nothing is made for a holder that is gone.
    let none = try Run(classes + "whole = nil\nwhole?.part = Part()\n")
    #expect(!none.outcome.lines.contains { $0.contains("Part") })
  }

  @Test func `what a caller may give is asked for as if it were there`() throws {
    let run = try Run(
      """
      final class Model { var next: Model?
        var done: (() -> Void)?
        init(next: Model?) { self.next = next }
        func go() { if let next { done = { self.next = next } } } }
      """)
    #expect(run.verdict == ["cycle error"])
  }

  @Test func `functions that nobody calls are called once where there is nothing else`() throws {
    let text = """
      final class Example { var run: () -> Void = {}; var id = 1 }
      func make() -> Example {
        let example = Example()
        example.run = { example.id = 2 }
        return example
      }
      func use() { let example = make(); example.run() }
      """
    let leak = try Run(text)
    #expect(leak.verdict == ["cycle error"])
    let weak = try Run(text.replacing("{ example.id", with: "{ [unowned example] in example.id"))
    #expect(weak.isClean, "\(weak.verdict)")
  }

  @Test func `a static or free function may be named nearly like a callback`() throws {
    let run = try Run(
      """
      final class Heap {
        var names = 0
        func has(_ name: Int) -> Bool { names & Self.bit(of: name) != 0 }
        private static func bit(of name: Int) -> Int { 1 << name }
      }
      func iniz() {}
      """)
    #expect(run.isClean)
  }

  @Test func `a shared object that only a static function asks for is made`() throws {
    let run = try Run(
      """
      final class Log { static let shared = Log(); var lines: [String] = [] }
      enum Output { static func write() { Log.shared.lines.append("a") } }
      func print() { Output.write() }
      """)
    #expect(run.isClean)
  }

  @Test func `what an initialiser is given lasts until it has run`() throws {
    let run = try Run(
      """
      final class View { func show() {} }
      final class Box { init(_ item: Item) {} }
      final class Item { init(_ label: UILabel) {} }
      final class Screen {
        init(_ label: UILabel, _ box: Box, _ other: UILabel) { label.text = ""; self.label = label }
        var label: UILabel?
      }
      """)
    #expect(run.isClean, "\(run.verdict) \(run.outcome.failedChecks)")
  }
}

/// What assembles an app, and what only functions have.
@Suite struct AssemblyTests {
  @Test func `a factory that nobody calls is called, and its screen is pushed`() throws {
    let run = try Run(
      """
      enum Module {
        static func build() -> UIViewController { let screen = Screen(); screen.model.screen = screen; return screen }
      }
      final class Model { var screen: Screen? }
      final class Screen: UIViewController { let model = Model() }
      """)
    #expect(run.verdict == ["cycle error"])
    #expect(run.outcome.lines.contains("viewDidLoad() Screen"))
  }

  @Test func `a screen that makes one of its own kind is where a journey begins`() throws {
    let run = try Run(
      """
      final class Page: UIViewController {
        var next: (() -> Void)?
        func more() { next = { self.show(Page(), sender: nil) } }
      }
      """)
    #expect(run.verdict == ["cycle error"])
  }

  @Test func `a coordinator's container is on screen while it is used`() throws {
    let run = try Run(
      """
      final class Flow {
        let navigation: UINavigationController
        init(navigation: UINavigationController) { self.navigation = navigation }
        func start() { navigation.pushViewController(Login(), animated: false) }
      }
      final class Login: UIViewController {
        var done: (() -> Void)?
        override func viewDidLoad() { super.viewDidLoad(); done = { self.title = "" } }
      }
      """)
    #expect(run.verdict == ["cycle error"])
  }

  @Test func `what a function registers and nothing else has is expected gone`() throws {
    let code = """
      final class Monitor {
        func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.tick() } }
        func tick() {}
      }
      func app() { let monitor = Monitor(); monitor.start() }
      app()
      """
    #expect(try Run(code).verdict == ["abandoned error"])
    let owner = "\nfinal class App { let monitor = Monitor() }"
    #expect(try Run(code + owner).verdict == ["abandoned error"])
    #expect(try Run("\(code)\(owner)\nlet shared = App()").isClean)
  }

  @Test func `what a closure gives back is made where it is written`() throws {
    let run = try Run(
      """
      final class Loader: NSObject, URLSessionDelegate {
        lazy var session: URLSession = {
          let configuration = URLSessionConfiguration.default
          configuration.timeoutIntervalForRequest = 30
          return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        }()
        func load() { session.configure() }
      }
      do { let loader = Loader(); loader.load() }
      """)
    let lines = ScenarioWriter().text(of: run.translation.scenario).split(separator: "\n")
    let made = try #require(lines.first { $0.contains("{\"session\": {") })
    #expect(made.contains("\"line\": 5,"))
  }

  @Test func `two types of values may share a name`() throws {
    let run = try Run(
      """
      final class First: UIViewController { enum Section { case main } }
      final class Second: UIViewController { enum Section { case head, tail } }
      """)
    #expect(run.isClean)
    #expect(run.translation.isSettled, "\(run.notes)")
  }

  @Test func `a type within a body is a type`() throws {
    let run = try Run(
      """
      func demo() {
        final class Node { var other: Node? }
        let (first, second) = (Node(), Node())
        first.other = second
        second.other = first
      }
      demo()
      """)
    #expect(run.verdict == ["cycle error"])
    #expect(run.translation.isSettled, "\(run.notes)")
  }
}
