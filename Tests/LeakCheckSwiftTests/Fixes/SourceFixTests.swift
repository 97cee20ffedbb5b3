import LeakCheckSwift
import Testing

/// Fixes as lines of the sources that they are about.
@Suite struct SourceFixTests {
  /// The lines of a closure that captures `name` weakly; `code` stands in a method, the closure in its first line with a
  /// brace.
  private func weak(_ code: String, _ name: String = "self", of more: String = "") -> String? {
    let text = """
      final class Made {
        var onUpdate: (() -> Void)?
        var title: (() -> String)?
        var all: [() -> Void] = []
        var named: [String: () -> Void] = [:]
        var count = 0
        var model = Model()
        enum State { case idle, running(() -> Void) }
        var state = State.idle
        func load(then: @escaping () -> Void) {}
        func ask(_ answer: @escaping () -> Int?) {}
        func refresh() {}
        func value() -> Int { 0 }
        func start() {
      \(code)
        }
      }
      \(more)
      """
    let file = SwiftReader.File(name: "Made.swift", bytes: Array(text.utf8))
    return SourceFixes.fixes([.weakCapture(of: [name], line: 15, file: "Made.swift")], in: [file])
      .first?.map(\.after)
  }

  @Test(arguments: [
    ("onUpdate = { self.refresh() }", "onUpdate = { [weak self] in self?.refresh() }"),
    ("onUpdate = {self.refresh()}", "onUpdate = { [weak self] in self?.refresh()}"),
    ("onUpdate = { self.count += 1 }", "onUpdate = { [weak self] in self?.count += 1 }"),
    ("onUpdate = { [self] in self.refresh() }", "onUpdate = { [weak self] in self?.refresh() }"),
    (
      "onUpdate = { [model] in self.refresh(); model.go() }",
      "onUpdate = { [weak self, model] in guard let self else { return }; self.refresh(); model.go() }"
    ),
    (
      "onUpdate = { print(self.count) }",
      "onUpdate = { [weak self] in guard let self else { return }; print(self.count) }"
    ),
    ("all = [{ self.refresh() }]", "all = [{ [weak self] in self?.refresh() }]"),
    ("all.append { self.refresh() }", "all.append { [weak self] in self?.refresh() }"),
    ("named[\"a\"] = { self.refresh() }", "named[\"a\"] = { [weak self] in self?.refresh() }"),
    ("load { self.refresh() }", "load { [weak self] in self?.refresh() }"),
    ("state = .running { self.refresh() }", "state = .running { [weak self] in self?.refresh() }"),
    (
      "Task { await self.model.load(); self.refresh() }",
      "Task { [weak self] in await self?.model.load(); self?.refresh() }"
    ),
    ("load(then: { self.refresh() })", "load(then: { [weak self] in self?.refresh() })"),
    (
      "title = { \"\\(self.count)\" }",
      "title = { [weak self] in guard let self else { return \"\" }; return \"\\(self.count)\" }"
    ),
    (
      "ask { self.value() }",
      "ask { [weak self] in guard let self else { return nil }; return self.value() }"
    ),
    ("Task { await self.model.load() }", "Task { [weak self] in await self?.model.load() }"),
    (
      "subject.sink { text in self.show(text) }",
      "subject.sink { [weak self] text in self?.show(text) }"
    ),
    (
      "run { @MainActor (a: Int) -> Void in self.show(a) }",
      "run { @MainActor [weak self] (a: Int) -> Void in self?.show(a) }"
    ),
    (
      "load { self.load { [weak self] in self?.refresh() } }",
      "load { [weak self] in self?.load { [weak self] in self?.refresh() } }"
    ),
  ])
  func `a closure becomes weak with what its body needs then`(_ before: String, _ after: String) {
    #expect(weak(before) == after)
  }

  @Test func `a body of several lines unwraps in a line of its own`() {
    let before = "    onUpdate = {\n      print(self.count)\n      self.refresh()\n    }"
    let after =
      "onUpdate = { [weak self] in\n  guard let self else { return }\n  print(self.count)"
    #expect(weak(before) == after)
  }

  @Test func `a loop over a stream unwraps in each turn`() {
    let before =
      "    Task {\n      for await value in self.values {\n        self.a(value)\n        self.b()\n      }\n    }"
    let after = """
      Task { [weak self, values] in
        for await value in values {
          guard let self else { return }
          self.a(value)
      """
    #expect(weak(before) == after)
  }

  @Test(arguments: [
    ("for await _ in values { add() }", "for await _ in values { await self?.add() }"),
    ("for await _ in self.values { self.add() }", "for await _ in values { await self?.add() }"),
    ("for await _ in values { await add() }", "for await _ in values { await self?.add() }"),
    (
      "for await value in values { add(value) }",
      "for await value in values { await self?.add(value) }"
    ),
    // Outside of the actor none of these is Swift.
    ("for await _ in values { count += 1 }", nil), ("for await _ in values { add(count) }", nil),
    ("for await _ in values { add(); add() }", nil), ("add()", nil),
  ])
  func `what holds an actor weakly waits for what it calls`(_ body: String, _ mended: String?) {
    let text = """
      actor Counter {
        var count = 0
        let values: AsyncStream<Int>
        var task: Task<Void, Never>?
        func add(_ value: Int = 1) { count += value }
      }
      extension Counter {
        func start() {
          task = Task { \(body) }
        }
      }
      """
    let file = SwiftReader.File(name: "Counter.swift", bytes: Array(text.utf8))
    let wanted = SourceFixes.Wanted.weakCapture(of: ["self"], line: 9, file: "Counter.swift")
    #expect(
      SourceFixes.fixes([wanted], in: [file])[0]?.after
        == mended.map { "task = Task { [weak self, values] in \($0) }" })
  }

  @Test func `of several closures in a line the one that is meant becomes weak`() {
    let text = """
      final class Made {
        var onUpdate: (() -> Void)?
        var onEnd: (() -> Void)?
        func refresh() {}
        func start() {
          onUpdate = { self.refresh() }; onEnd = { self.refresh() }
        }
      }
      """
    let file = SwiftReader.File(name: "Made.swift", bytes: Array(text.utf8))
    func fix(_ rank: Int, of count: Int) -> String? {
      let wanted = SourceFixes.Wanted.weakCapture(
        of: ["self"], line: 6, file: "Made.swift", rank: rank, count: count)
      return SourceFixes.fixes([wanted], in: [file])[0]?.after
    }
    let weak = "{ [weak self] in self?.refresh() }"
    #expect(fix(0, of: 2) == "onUpdate = \(weak); onEnd = { self.refresh() }")
    #expect(fix(1, of: 2) == "onUpdate = { self.refresh() }; onEnd = \(weak)")
    // Which of them is meant, nobody knows.
    #expect(fix(0, of: 1) == nil && fix(0, of: 3) == nil)
  }

  @Test func `a loop that goes on without self unwraps in each turn`() {
    func loop(while condition: String) -> String {
      """
          Task {
            while \(condition) {
              await self.model.load()
            }
          }
      """
    }
    let after = """
      Task { [weak self] in
        while !Task.isCancelled {
          guard let self else { return }
          await self.model.load()
      """
    #expect(weak(loop(while: "!Task.isCancelled")) == after)
    #expect(weak(loop(while: "self.count < 3")) == nil)
    #expect(weak(loop(while: "count < 3")) == nil)
  }

  @Test func `another name than self is unwrapped where it stands`() {
    let before = "    form.onSave = {\n      form.close()\n      self.refresh()\n    }"
    let form = "final class Form { var onSave: (() -> Void)? }"
    #expect(weak(before, "form", of: form) == "form.onSave = { [weak form] in\n  form?.close()")
  }

  @Test(arguments: [
    // Nobody knows what the closure returns.
    "run { self.value() }", "let made = { self.value() }",
    // Nothing is an empty value of its result.
    "make { () -> Model in self.model }",
    // It would be kept while it waits.
    "Task { await self.a(); await self.model.load(self.count) }",
    // It is weak already.
    "load { [weak self] in self?.refresh() }", "load { [unowned self] in self.refresh() }",
    // It keeps nothing.
    "load { print(1) }",
  ])
  func `there is no line where none is known to compile`(_ code: String) {
    #expect(weak(code) == nil)
  }

  @Test(arguments: [
    ("var delegate: Owner?", "weak var delegate: Owner?"),
    ("private let delegate: Owner?", "private weak var delegate: Owner?"),
    ("var delegate: (any Hears)? = nil", "weak var delegate: (any Hears)? = nil"),
    ("@IBOutlet var delegate: Owner!", "@IBOutlet weak var delegate: Owner!"),
    ("var delegate: Owner", "weak var delegate: Owner?"),
    ("let delegate: any Hears", "weak var delegate: (any Hears)?"),
    // No class, or wrapped.
    ("var delegate: Value", nil), ("var delegate: Value?", nil), ("var delegate: (any Free)?", nil),
    ("var delegate: Owner? = Owner()", nil), ("@Published var delegate: Owner?", nil),
    ("lazy var delegate: Owner? = nil", nil), ("var delegate: Owner? { nil }", nil),
    ("var delegate: [Owner]?", nil), ("var delegate: (() -> Void)?", nil),
    ("weak var delegate: Owner?", nil),
  ])
  func `a property becomes weak where it can`(_ before: String, _ after: String?) {
    let text = """
      protocol Hears: AnyObject {}
      protocol Free {}
      struct Value {}
      final class Owner: Hears {}
      final class Maker {
        \(before)
      }
      """
    let file = SwiftReader.File(name: "Made.swift", bytes: Array(text.utf8))
    let fix = SourceFixes.fixes([.weakProperty("delegate", of: "Maker")], in: [file])[0]
    #expect(fix?.after == after)
    #expect(fix == nil || fix?.line == 6 && fix?.before == before)
  }

  @Test(arguments: [
    ("<T>", nil), ("<T: AnyObject>", "final class Box<T: AnyObject> { weak var value: T? }"),
  ])
  func `a placeholder may be no class`(_ clause: String, _ after: String?) {
    let text = "final class Box\(clause) { var value: T? }"
    let file = SwiftReader.File(name: "Box.swift", bytes: Array(text.utf8))
    #expect(
      SourceFixes.fixes([.weakProperty("value", of: "Box")], in: [file])[0]?.after == after)
  }

  @Test func `sources that are no Swift, and lines that are not there, have no fix`() {
    let file = SwiftReader.File(name: "A.swift", bytes: Array("class {".utf8))
    let wanted: [SourceFixes.Wanted] = [
      .weakCapture(of: ["self"], line: 1, file: "A.swift"), .weakProperty("a", of: "A"),
      .weakCapture(of: ["self"], line: 900, file: "B.swift"),
    ]
    #expect(SourceFixes.fixes(wanted, in: [file]) == [nil, nil, nil])
  }

  /// A call on `clock`, which a class has as it is declared.
  private func ending(_ code: String, of type: String = "Screen") -> SourceFix? {
    let file = SwiftReader.File(name: "Made.swift", bytes: Array(code.utf8))
    let statement = EndingStatement(
      type: type, property: "clock", optional: "clock?.stop()", plain: "clock.stop()",
      isOfScreen: true)
    return SourceFixes.fixes([.ending([statement], 0)], in: [file])[0]
  }

  @Test(arguments: [
    ("var clock: Clock?", "clock?.stop()"), ("var clock: Clock!", "clock?.stop()"),
    ("var clock: Optional<Clock>", "clock?.stop()"), ("let clock: Clock", "clock.stop()"),
    ("let clock = Clock()", "clock.stop()"), ("lazy var clock = Timers.Clock(1)", "clock.stop()"),
    ("let clock = Timer.scheduledTimer(withTimeInterval: 1) { _ in }", "clock.stop()"),
    ("var first: Int, clock: Clock?", "clock?.stop()"),
    // What these are, other files say, or nobody.
    ("var clock = made()", nil), ("var clock: Alias", nil), ("static var clock: Clock?", nil),
    ("var other: Clock?", nil), ("var clock = shared?.clock()", nil),
  ])
  func `a screen without viewDidDisappear gets one that ends what it has`(
    _ property: String, _ call: String?
  ) {
    let code = """
      typealias Alias = Clock?
      class Screen: UIViewController {
        \(property)
      }
      """
    let method = call.map {
      "override func viewDidDisappear(_ animated: Bool) {\n"
        + "  super.viewDidDisappear(animated)\n  \($0)\n}"
    }
    #expect(ending(code)?.after == method)
    #expect(ending(code)?.before == method.map { _ in "" })
    #expect(ending(code)?.line == method.map { _ in 4 })
  }

  @Test func `a call stands at the end of the viewDidDisappear that is there`() throws {
    let code = """
      class Screen: UIViewController {
        var clock: Clock?
      }
      extension Screen {
        override func viewDidDisappear(_ animated: Bool) {
          super.viewDidDisappear(animated)
        }
      }
      """
    let fix = try #require(ending(code))
    #expect(fix.line == 7 && fix.before.isEmpty && fix.after == "clock?.stop()")
  }

  @Test func `what a class ends for one fix stands in one method`() throws {
    let code = """
      class Screen: UIViewController {
        var clock: Clock?
        let link = Link()
      }
      class Other: UIViewController {
        var pen: Pen?
      }
      """
    let file = SwiftReader.File(name: "Made.swift", bytes: Array(code.utf8))
    let statements = [("Screen", "clock"), ("Other", "pen"), ("Screen", "link")].map {
      EndingStatement(
        type: $0.0, property: $0.1, optional: "\($0.1)?.stop()", plain: "\($0.1).stop()",
        isOfScreen: true)
    }
    let wanted = statements.indices.map { SourceFixes.Wanted.ending(statements, $0) }
    let fixes = SourceFixes.fixes(wanted, in: [file])
    #expect(fixes[0]?.after.contains("  clock?.stop()\n  link.stop()\n}") == true)
    #expect(fixes[0] == fixes[2] && fixes[0]?.line == 4)
    #expect(fixes[1]?.after.contains("  pen?.stop()\n}") == true && fixes[1]?.line == 7)
  }

  @Test func `in a line with its brace a call is a change of the line`() {
    let code = "open class Screen: UIViewController { var clock: Clock? }"
    let fix = ending(code)
    #expect(fix?.before == code)
    #expect(fix?.after.contains("\npublic override func viewDidDisappear") == true)
  }

  @Test func `a property of a class above is ended there, not where it may be private`() {
    let code = """
      class Screen: Base {
      }
      class Base: UIViewController {
        private var clock: Clock?
      }
      """
    #expect(ending(code)?.line == 5)
  }

  @Test func `a screen of AppKit and a class declared twice have no line`() {
    #expect(ending("class Screen: NSViewController {\n  var clock: Clock?\n}") == nil)
    let twice = "class A {\n  class Screen {\n    var clock: Clock?\n  }\n}\n"
    #expect(ending(twice + twice.replacing("class A", with: "class B")) == nil)
    #expect(ending("class Screen: Screen {\n}") == nil)
  }

  @Test(arguments: [
    ("var clock: Clock?", "clock = nil"), ("let clock: Clock?", nil),
    ("var clock: Clock? { nil }", nil), ("var clock: Clock", nil),
  ])
  func `a property is cleared only where it can be`(_ property: String, _ line: String?) {
    let code = "class Store {\n  \(property)\n}"
    let file = SwiftReader.File(name: "Made.swift", bytes: Array(code.utf8))
    let statement = EndingStatement(
      type: "Store", property: "clock", optional: "clock = nil", plain: nil, isOfScreen: false)
    #expect(SourceFixes.fixes([.ending([statement], 0)], in: [file])[0]?.after == line)
  }
}
