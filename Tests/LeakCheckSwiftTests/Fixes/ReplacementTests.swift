import LeakCheckSwift
import Testing

/// Fixes that stand in the place of other code, and of more than one line.
@Suite struct ReplacementTests {
  private func fix(_ wanted: SourceFixes.Wanted, in code: String) -> SourceFix? {
    let file = SwiftReader.File(name: "Made.swift", bytes: Array(code.utf8))
    return SourceFixes.fixes([wanted], in: [file])[0]
  }

  /// The line of `start()` with a closure instead of a method of the class that it hands over.
  private func closure(
    _ line: String, for method: String, declared: String = "func move(_ x: Int, to y: Int) {}"
  ) -> String? {
    let code = """
      final class Screen {
        \(declared)
        func start() {
          \(line)
        }
      }
      """
    return fix(.closure(forMethod: method, of: "Screen"), in: code)?.after
  }

  @Test func `a method that is handed over becomes a closure with its labels`() {
    let move = "{ [weak self] in self?.move($0, to: $1) }"
    #expect(closure("bar.onMove = move", for: "move(_:to:)") == "bar.onMove = \(move)")
    #expect(closure("bar.onMove = self.move", for: "move(_:to:)") == "bar.onMove = \(move)")
    #expect(closure("bar.take(move)", for: "move(_:to:)") == "bar.take(\(move))")
    #expect(
      closure("bar.title = name", for: "name", declared: "func name() -> String { \"\" }")
        == "bar.title = { [weak self] in self?.name() ?? \"\" }")
  }

  @Test func `a method has no closure where it is not known what compiles`() {
    // Called, handed over twice, of a name that two have, or with a result that nothing stands for.
    #expect(closure("move(1, to: 2)", for: "move(_:to:)") == nil)
    #expect(closure("a = move; b = move", for: "move(_:to:)") == nil)
    #expect(closure("a = #selector(move)", for: "move(_:to:)") == nil)
    for declared in [
      "func move() {}; func move(_ x: Int) {}", "func move() -> Model { Model() }",
      "func move() async {}", "func move(_ x: inout Int) {}", "func move(_ x: Int...) {}",
    ] {
      #expect(closure("a = move", for: "move", declared: declared) == nil, "\(declared)")
    }
  }

  @Test func `assign(to:on:) becomes a sink that captures weakly`() {
    let code = """
      final class Screen {
        func start() {
          a = counts.assign(to: \\.count, on: self)
          names.map { $0 }.assign(to: \\Screen.label.text, on: self).store(in: &all)
          other.assign(to: \\.count, on: label)
        }
      }
      """
    func line(_ rank: Int, of count: Int = 2) -> String? {
      fix(.sink(in: "Screen", rank: rank, count: count), in: code)?.after
    }
    #expect(line(0) == "a = counts.sink { [weak self] in self?.count = $0 }")
    #expect(
      line(1) == "names.map { $0 }.sink { [weak self] in self?.label.text = $0 }.store(in: &all)")
    #expect(line(0, of: 1) == nil && line(2, of: 3) == nil)
  }

  @Test func `a child is ended with three calls where its view is taken off`() {
    let code = """
      final class Host: UIViewController {
        func close() {
          map?.view.removeFromSuperview()
        }
        func leave() {
          list.willMove(toParent: nil)
          list.view.removeFromSuperview()
          list.removeFromParent()
        }
      }
      """
    let fix = fix(.endOfChild(in: "Host"), in: code)
    #expect(fix?.line == 3)
    #expect(fix?.before == "map?.view.removeFromSuperview()")
    #expect(
      fix?.after
        == "map?.willMove(toParent: nil)\nmap?.view.removeFromSuperview()\nmap?.removeFromParent()")
  }
}

// MARK: - A weak property

extension ReplacementTests {
  /// The lines from the declaration of `root` to its last use, where it becomes weak.
  private func weak(
    _ members: String, around more: String = "", of type: String = "Screen"
  )
    -> String?
  {
    let code = "final class Screen {}\nfinal class Router {\n\(members)\n}\n\(more)"
    return fix(.weakProperty("root", of: "Router"), in: code)?.after
  }

  @Test func `a property that was no optional is asked with question marks`() {
    let after = weak(
      """
      let root: Screen
      init(root: Screen) { self.root = root }
      func open() { root.show(1); self.root.title = "a"; print(root === other) }
      """)
    #expect(
      after == """
        weak var root: Screen?
        init(root: Screen) { self.root = root }
        func open() { root?.show(1); self.root?.title = "a"; print(root === other) }
        """)
  }

  @Test(arguments: [
    // Handed over, returned, compared, used elsewhere, a path, or a local of the name.
    ("let root: Screen; func a() { use(root) }", ""),
    ("let root: Screen; func a() -> Int { root.count }", ""),
    ("let root: Screen; var a: Int { root.count }", ""),
    ("let root: Screen; func a() { if root == b {} }", ""),
    ("let root: Screen", "func a(_ router: Router) { router.root.show() }"),
    ("let root: Screen; func a() { let root = Screen(); root.show() }", ""),
    ("let root: Screen; func a() { b = map(\\.root) }", ""),
    ("let root: Screen", "protocol Rooted { var root: Screen { get } }"),
    ("let root: Screen = Screen()", ""), ("let root = Screen()", ""), ("let root: Value", ""),
    ("override var root: Screen", ""), ("lazy var root: Screen", ""),
  ])
  func `a property stays where it is not known what compiles`(_ members: String, _ more: String) {
    #expect(weak(members, around: "struct Value {}\n\(more)") == nil)
  }

  @Test func `what goes between threads has no property that is set`() {
    let code = "final class A {}; final class Router: Sendable { let root: A? = nil }"
    #expect(fix(.weakProperty("root", of: "Router"), in: code) == nil)
  }
}

// MARK: - Lists

extension ReplacementTests {
  /// What a screen that is in a list of `Cart` does when it disappears.
  private func removal(_ cart: String, screen: String = "") -> String? {
    let code = """
      protocol Listener: AnyObject {}
      final class Cart {
        \(cart)
      }
      final class Badge: UIViewController, Listener {
        \(screen)
      }
      """
    let out = EndingStatement(
      takingOut: "Badge", of: "listeners", in: "Cart", isOfScreen: true)
    return fix(.ending([out], 0), in: code)?.after
      .split(separator: "\n").dropFirst(2).first.map { $0.trimmingPrefix("  ") }.map(String.init)
  }

  @Test func `a screen takes itself out of a list by what the sources have for it`() {
    let list = "var listeners: [Listener] = []"
    let shared = "static let shared = Cart()"
    #expect(
      removal("\(shared)\n\(list)") == "Cart.shared.listeners.removeAll { $0 === self }")
    #expect(
      removal(list, screen: "var cart: Cart?") == "cart?.listeners.removeAll { $0 === self }")
    #expect(
      removal(list, screen: "let cart = Cart()") == "cart.listeners.removeAll { $0 === self }")
    let remover = "func remove(_ one: Listener) { listeners.removeAll { $0 === one } }"
    #expect(removal("\(shared)\nprivate \(list)\n\(remover)") == "Cart.shared.remove(self)")
    // Nothing leads there, nobody may, or it is no list of objects.
    #expect(removal(list) == nil)
    #expect(removal("\(shared)\nprivate \(list)") == nil)
    #expect(removal("\(shared)\nvar listeners: [Int: Listener] = [:]") == nil)
  }
}
