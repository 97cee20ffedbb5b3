import LeakCheckSwift
import Testing

/// A closure that holds `self`, in a property of `self`.
@Suite struct ClosurePatternTests {
  @Test(arguments: [
    ("onUpdate = { self.take(\"\") }", ""),
    ("self.onUpdate = { self.take(\"\") }", ""),
    ("handlers[\"a\"] = { self.take(\"\") }", ""),
    ("handlers = [\"a\": { self.take(\"\") }]", ""),
    ("let one = { self.take(\"\") }\n onUpdate = one", ""),
    ("onUpdate = { [self] in take(\"\") }", ""),
    ("onUpdate = { model.load { [weak self] in self?.take(\"\") } }", ""),
    ("later.append { self.take(\"\") }", "var later: [() -> Void] = []"),
    ("print(1)", "lazy var later: () -> Void = { self.take(\"\") }"),
    ("print(1)", "var name2 = \"\" { didSet { onUpdate = { self.take(\"\") } } }"),
    ("onUpdate = { self.take(\"\") } as () -> Void", ""),
    ("changed = { self.take(\"\") }", "@Published var changed: (() -> Void)?"),
  ])
  func `a closure with self in a property of self is told of`(body: String, members: String) {
    #expect(Scanned.patterns(body, with: members) == [.closureInOwnProperty])
  }

  @Test(arguments: [
    ("onUpdate = { [weak self] in self?.take(\"\") }", ""),
    ("onUpdate = { [unowned self] in self.take(\"\") }", ""),
    ("name = { self.name }()", ""),
    ("onUpdate = model.handler", ""),
    ("model.onUpdate = { self.take(\"\") }", ""),
    ("let onUpdate = { self.take(\"\") }\n onUpdate()", ""),
    ("func inner(_ onUpdate: inout () -> Void) { onUpdate = { self.take(\"\") } }", ""),
    ("setter = { self.take(\"\") }", "var setter: () -> Void { get { {} } set { newValue() } }"),
    ("print(1)", "lazy var title: String = { self.name }()"),
    ("print(1)", "var plain: () -> Void = { self.take(\"\") }"),
    ("view = View { self.take(\"\") }", "var view: View?"),
    ("queue.append { self.take(\"\") }", "var queue: Queue = Queue()"),
    ("onUpdate = flag ? { self.take(\"\") } : nil", ""),
    ("onUpdate = { print(1) }", ""),
    ("onUpdate = { [name = self.name] in print(name) }", ""),
    ("missing = { self.take(\"\") }", ""),
    ("_ = { self.take(\"\") }", ""),
    ("Screen.shared = { self.take(\"\") }", "static var shared: (() -> Void)?"),
  ])
  func `what looks like one is not`(body: String, members: String) {
    #expect(Scanned.patterns(body, with: members) == [])
  }

  @Test func `self within a type of a body is of that type`() {
    let inner = Scanned.inMethod(
      "final class Inner { var f: (() -> Void)?\n func g() { f = { self.g() } } }\n_ = Inner()")
    #expect(inner.map(\.type) == ["Inner"])
    let value = Scanned.inMethod(
      "struct Inner { var f: (() -> Void)?\n mutating func g() { f = { self.h() } } }")
    #expect(value.isEmpty)
  }

  @Test func `a name of several types counts where all of them keep`() {
    let first = "class Screen { var f: (() -> Void)? }"
    let second = "struct Screen { var f: (() -> Void)? }"
    let use = "extension Screen { func g() { self.f = { self.g() } } }"
    #expect(Scanned.matches(first, use).count == 1)
    #expect(Scanned.matches(first, second, use).isEmpty)
    #expect(Scanned.matches(first, first, use).count == 1)
  }

  @Test func `where it is emptied is told of`() throws {
    let start = "onUpdate = { self.take(\"\") }"
    func match(_ members: String) -> PatternMatch { Scanned.inMethod(start, with: members)[0] }
    #expect(match("func stop() { onUpdate = nil }").endings == ["stop()"])
    #expect(match("deinit { onUpdate = nil }").why.contains("Only deinit"))
    #expect(match("func stop() { model.onUpdate = nil }").endings.isEmpty)
    let itself = Scanned.inMethod("onUpdate = { self.take(\"\")\n self.onUpdate = nil }")
    #expect(itself[0].why.contains("until the closure itself"))
    #expect(itself[0].path == ["self", "onUpdate", "closure", "self"])
  }
}
