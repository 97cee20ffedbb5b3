import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// What is made more than once is told by the one name that the source has for it.
@Suite struct LocalNameTests {
  /// A screen that is popped, with a body of its `viewDidLoad`.
  private func screen(_ body: String, _ members: String = "") throws -> ObjectGraph {
    let source = """
      import UIKit
      final class Pin {
        var onTap: (() -> Void)?
      }
      final class Map: UIViewController {
        var pins: [Pin] = []
        override func viewDidLoad() {
          super.viewDidLoad()
      \(body)
        }
        func select(_ pin: Pin) {}
        \(members)
      }
      let window = UIWindow()
      let navigation = UINavigationController(rootViewController: UIViewController())
      window.rootViewController = navigation
      window.makeKeyAndVisible()
      navigation.pushViewController(Map(), animated: true)
      navigation.popViewController(animated: true)
      """
    return try Run(source).outcome.graph
  }

  private func closures(of graph: ObjectGraph) -> [String] {
    graph.objects.filter { $0.kind == .closure }
      .map { "\($0.name): \($0.references.map(\.name).sorted().joined(separator: " "))" }
  }

  @Test func `a loop over written values names its closure and its local once`() throws {
    let graph = try screen(
      """
      for name in ["a", "b"] {
        let pin = Pin()
        pin.onTap = { self.select(pin) }
        pins.append(pin)
      }
      """)
    #expect(
      closures(of: graph) == Array(repeating: "closure #1 in Map.viewDidLoad(): pin self", count: 2)
    )
    #expect(Set(graph.objects.map { "\($0.id)" }).isSuperset(of: ["pin", "pin#2"]))
  }

  @Test func `a name that an inner scope has again is told as it is written`() throws {
    let graph = try screen(
      """
      let pin = Pin()
      pin.onTap = { print(pin) }
      pins.append(pin)
      if let pin = pins.first {
        let other = Pin()
        other.onTap = { self.select(pin); print(other) }
        pins.append(other)
      }
      """)
    #expect(
      closures(of: graph) == [
        "closure #1 in Map.viewDidLoad(): pin", "closure #2 in Map.viewDidLoad(): other pin self",
      ])
  }

  @Test func `what is unwrapped is told as self`() throws {
    let graph = try screen(
      "run { [weak self] in if let self { self.onEnd = { self.select(Pin()) } } }",
      "var onEnd: (() -> Void)?\nfunc run(_ work: () -> Void) { work() }")
    #expect(
      closures(of: graph) == ["closure #1 in closure #1 in Map.viewDidLoad(): self"])
  }

  /// One look at the body for each of its locals would take ten times as long.
  @Test func `thousands of locals in a closure are read as fast as a method's`() throws {
    let lines = (0..<4_000).map { "let pin\($0) = Pin(); keep(pin\($0))" }
      .joined(separator: "\n")
    func time(_ body: String) throws -> Duration {
      let source = """
        final class Pin {}
        final class Map {
          func keep(_ pin: Pin) {}
          func load() {
        \(body)
          }
        }
        """
      return try ContinuousClock().measure {
        _ = try SwiftReader().read([.init(name: "a.swift", bytes: Array(source.utf8))], named: "a")
      }
    }
    // Other work on the machine may slow one down: it is enough that it is fast once.
    let isFast = try (0..<3).contains { _ in
      try time("func fill() {\n\(lines)\n}\nfill()") < time(lines) * 4
    }
    #expect(isFast)
  }

  @Test func `names are numbered by what no name of Swift has`() {
    #expect(LocalName.numbered("pin", 1) == "pin")
    #expect(LocalName.shown(LocalName.numbered("pin", 12)) == "pin")
    for name in ["pin2", "'2", "tab '2", "pin'", "pin'a", "it's 2", "a.b'", ""] {
      #expect(LocalName.shown(name) == name)
    }
  }
}
