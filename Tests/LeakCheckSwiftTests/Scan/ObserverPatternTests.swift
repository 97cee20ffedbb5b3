import LeakCheckSwift
import Testing

/// A notification block that nothing removes.
@Suite struct ObserverPatternTests {
  private static let add = "center.addObserver(forName: .x, object: nil, queue: nil)"

  @Test(arguments: [
    ("_ = \(add) { _ in self.take(\"\") }", ""),
    ("\(add) { _ in self.take(\"\") }\n print(1)", ""),
    ("let token = \(add) { _ in self.take(\"\") }\n print(1)", ""),
    ("token = \(add) { _ in self.take(\"\") }", ""),
    ("token = \(add) { _ in self.take(\"\") }", "func stop() { token = nil }"),
    (
      "token = \(add) { _ in self.take(\"\") }",
      "func stop() { NotificationCenter.default.removeObserver(self) }"
    ),
    ("token = \(add) { _ in self.take(\"\") }", "deinit { center.removeObserver(token!) }"),
    ("tokens.append(\(add) { _ in self.take(\"\") })", ""),
    ("let one = \(add) { [self] _ in take(\"\") }\n tokens += [one]", ""),
    ("_ = center.addObserver(forName: .x, object: nil, queue: nil, using: self.take)", ""),
    ("token = \(add) { _ in self.take(\"\") }", "var isOn: Bool { token != nil }"),
  ])
  func `a block with self whose token is dropped or stays is told of`(body: String, members: String)
  {
    #expect(Scanned.patterns(body, with: members) == [.observerBlockLeft])
  }

  @Test(arguments: [
    ("_ = \(add) { [weak self] _ in self?.take(\"\") }", ""),
    ("_ = \(add) { [unowned self] _ in self.take(\"\") }", ""),
    ("_ = \(add) { _ in print(1) }", ""),
    (
      "token = \(add) { _ in self.take(\"\") }",
      "func stop() { center.removeObserver(token!) }"
    ),
    (
      "token = \(add) { _ in self.take(\"\") }",
      "func stop() { if let token { center.removeObserver(token) } }"
    ),
    (
      "tokens.append(\(add) { _ in self.take(\"\") })",
      "func stop() { tokens.forEach(center.removeObserver) }"
    ),
    (
      "tokens.append(\(add) { _ in self.take(\"\") })",
      "func stop() { for one in tokens { center.removeObserver(one) } }"
    ),
    ("var one: Any?\n one = \(add) { _ in self.take(\"\")\n center.removeObserver(one!) }", ""),
    ("keep(\(add) { _ in self.take(\"\") })", ""),
    ("model.token = \(add) { _ in self.take(\"\") }", ""),
    ("center.addObserver(self, selector: #selector(take), name: .x, object: nil)", ""),
    ("token = Token(\(add) { _ in self.take(\"\") })", ""),
    (
      "watched = \(add) { _ in self.take(\"\") }", "var watched: Any? { didSet { drop(oldValue) } }"
    ),
  ])
  func `a block that holds nothing, or that somebody may remove, is not`(
    body: String, members: String
  ) {
    #expect(Scanned.patterns(body, with: members) == [])
  }

  @Test func `a token that another file removes is removed`() {
    let screen =
      "class Screen { var token: Any?\n func run() { token = \(Self.add) { _ in self.go() } } }"
    let other = "class Coordinator { func end(_ s: Screen) { center.removeObserver(s.token!) } }"
    let stranger = "class Other { var token: Any?\n func end() { center.removeObserver(token!) } }"
    #expect(Scanned.matches(screen, other).isEmpty)
    #expect(Scanned.matches(screen, stranger).count == 1)
  }

  @Test func `an extension of a controller of UIKit has an object for self`() {
    let text = "extension UIViewController { func run() { _ = \(Self.add) { _ in self.go() } } }"
    #expect(Scanned.matches(text).map(\.type) == ["UIViewController"])
    #expect(Scanned.matches(text.replacing("UIViewController", with: "Thing")).isEmpty)
  }
}
