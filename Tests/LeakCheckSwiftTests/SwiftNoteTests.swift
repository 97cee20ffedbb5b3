import LeakCheckAnalysis
import LeakCheckLifecycle
import LeakCheckSwift
import LeakCheckText
import Testing

/// What is not followed is named, with its place and the way out.
@Suite struct SwiftNoteTests {
  private static let helper = """
    final class Screen {
      func load() {
        NetworkHelper.load { self.show() }
      }
      func show() {}
    }
    """

  @Test func `a closure that goes nobody knows where leaves the verdict open`() throws {
    let run = try Run(Self.helper)
    #expect(!run.translation.isSettled)
    let note = try #require(run.notes.first { $0.contains("whether NetworkHelper.load keeps") })
    #expect(note.hasPrefix("Screen.swift:3:24: "))
    #expect(note.contains("// leakcheck: keeps"))
    #expect(run.isClean)
  }

  @Test func `a parameter that lists objects leaves the verdict open`() throws {
    let run = try Run(
      """
      final class Book {}
      let fill: (inout [Book]) -> Void = { shelf in shelf.append(Book()) }
      var books: [Book] = []
      fill(&books)
      """)
    #expect(run.notes.contains { $0.hasPrefix("Screen.swift:2:60: shelf is used as a list here") })
    #expect(!run.translation.isSettled)
  }

  @Test(arguments: ["[Screen]", "(() -> Void)?", "Int", "Set<Screen>"])
  func `what is not an object cannot be weak`(_ type: String) throws {
    let run = try Run("final class Screen {\n  weak var value: \(type)\n}\n")
    #expect(run.notes == ["Screen.swift:2:19: value cannot be weak: \(type) is not a class"])
    #expect(!run.translation.isSettled)
  }

  @Test(arguments: [
    "[weak self] in self.show()", "[weak self] in run { self.show() }",
    "[weak self] in guard let me = self else { return }; self.show(); me.show()",
    "[weak self] in if let self { self.show() }; self.show()",
  ])
  func `what is weak is not an object without a question mark`(_ body: String) throws {
    let run = try Run(Self.closure(body))
    #expect(
      run.notes.filter { $0.contains("write self?.show, or guard let self before") }.count == 1)
    #expect(!run.translation.isSettled)
  }

  @Test(arguments: [
    "[weak self] in self?.show()", "[weak self] in self!.show()", "[unowned self] in self.show()",
    "[weak self] in guard let self else { return }; self.show()",
    "[weak self] in guard let self = self else { return }; run { self.show() }",
    "[weak self] in if let self { self.show() }", "[weak self] in self.map { $0.show() }",
    "[weak self] in if case let self? = self { self.show() }", "self.show()",
  ])
  func `what is unwrapped, or no optional, is used as it is`(_ body: String) throws {
    let run = try Run(Self.closure(body))
    #expect(!run.notes.contains { $0.contains("self is weak here") })
  }

  private static func closure(_ body: String) -> String {
    """
    final class Screen {
      var update: (() -> Void)?
      func load() { update = { \(body) } }
      func run(_ body: () -> Void) { body() }
      func show() {}
    }
    """
  }

  @Test func `what the source says is kept is kept`() throws {
    let marked = Self.helper.replacing("self.show() }", with: "self.show() } // leakcheck: keeps")
    let run = try Run(marked)
    #expect(run.translation.isSettled)
    #expect(run.verdict == ["abandoned error"])
  }

  @Test func `a closure that holds nothing may go anywhere`() throws {
    let run = try Run(
      Self.helper.replacing("{ self.show() }", with: "{ [weak self] in self?.show() }"))
    #expect(run.translation.isSettled)
    #expect(run.isClean)
  }

  @Test func `an undeclared name is named`() throws {
    let run = try Run("final class A { func f() { someService.start() } }")
    #expect(run.notes.contains { $0.hasPrefix("Screen.swift:1:28: someService is not declared") })
  }

  @Test func `what a view has from its class is no undeclared name`() throws {
    let run = try Run(
      """
      final class Card: UIView {
        func toggle() { isHidden = !isHidden; alpha = isHidden ? 0 : 1; backgroundColor = nil }
      }
      """)
    #expect(!run.notes.contains { $0.contains("is not declared") }, "\(run.notes)")
  }

  @Test func `an object given to something unknown leaves the verdict open`() throws {
    let run = try Run("final class A { func f() { Registry.add(self) } }")
    #expect(!run.translation.isSettled)
  }

  @Test func `conditions are said to be followed both ways`() throws {
    let run = try Run(
      """
      final class A {
        var on: (() -> Void)?
        func f(_ flag: Bool) {
          if flag { on = { self.f(true) } } else { print("off") }
        }
      }
      """)
    #expect(
      run.notes == ["Screen.swift:4:5: values are not known here: each branch runs in turn"]
    )
    #expect(run.verdict == ["cycle error"])
  }

  @Test func `an object in a case of an enum is held`() throws {
    let run = try Run(
      """
      enum State { case idle, running(() -> Void) }
      final class A {
        var state = State.idle
        func f() { state = .running({ self.f() }) }
      }
      """)
    #expect(run.translation.isSettled)
    #expect(run.verdict == ["cycle error"])
  }

  @Test func `the notes name columns in scalars`() throws {
    let run = try Run("final class A { func f() { let ü = \"ä\"; someService.start(ü) } }")
    #expect(run.notes.contains { $0.hasPrefix("Screen.swift:1:41: ") }, "\(run.notes)")
  }
}

/// Sources that cannot be read, or not without end.
@Suite struct SwiftLimitTests {
  private func error(_ text: String, only type: String? = nil) -> String {
    do {
      _ = try Run(text, only: type)
      return "no error"
    } catch {
      return "\(error)"
    }
  }

  @Test func `what is no Swift is told with its place`() {
    #expect(error("class A {\n  func f( {\n}\n").hasPrefix("Screen.swift:2:"))
  }

  @Test func `a type that is not there is told with the nearest`() {
    #expect(error("class Clock {}", only: "Clok").contains("did you mean \"Clock\"?"))
  }

  @Test(arguments: [
    ("let a = ", "(", "1", ")"), ("", "if true { ", "", " }"), ("let a = ", "{ ", "1", " }"),
    ("", "class A { ", "", " }"), ("let a = ", "[", "1", "]"), ("", "do { ", "", " }"),
  ])
  func `deep nesting ends with an error and a place`(
    _ start: String, _ open: String, _ middle: String, _ close: String
  ) {
    let count = 3_000
    let text =
      start + String(repeating: open, count: count) + middle
      + String(repeating: close, count: count)
    #expect(error(text).hasPrefix("Screen.swift:1:"))
  }

  @Test(arguments: ["+1", ".a", "()", "[0]", "?.a", "!"])
  func `long chains end with an error or a scenario`(_ link: String) {
    let text = "let a = 1\nlet b = a" + String(repeating: link, count: 3_000)
    let message = error(text)
    #expect(message == "no error" || message.hasPrefix("Screen.swift:2:"), "\(message.prefix(200))")
  }

  @Test func `methods that call each other without end are told`() throws {
    let run = try Run("final class A { func f() { g() }\n func g() { f() } }\nA().f()")
    #expect(run.outcome.unfollowed.count == 1)
  }

  @Test func `an empty source is clean`() throws {
    #expect(try Run("").isClean)
    #expect(try Run("// nothing\n").isClean)
  }
}
