import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// Statements that are deferred to the end of a body.
@Suite struct DeferTests {
  @Test(arguments: ["self = .many(items)", "note = {}", "items.removeAll()"])
  func `what is deferred in a branch that gives a result runs once`(_ deferred: String) throws {
    let run = try Run(
      """
      enum Items {
        case one(Int)
        case many([Int])
        mutating func take() -> Int {
          switch self {
          case .one(let item): return item
          case .many(var items):
            defer { \(deferred) }
            return items.removeLast()
          }
        }
      }
      var note: (() -> Void)?
      var items = Items.many([1])
      print(items.take())
      """)
    #expect(run.isClean, "\(run.verdict)")
  }

  @Test func `an expression in a loop or a deferred one is no result`() throws {
    let run = try Run(
      """
      final class Node { var next: Node? }
      final class Other { var next: Other? }
      final class Maker {
        func other() -> Other { Other() }
        func pick(_ isNew: Bool) -> Node? {
          if isNew {
            for _ in 0..<2 { other() }
            defer { other() }
            return Node()
          } else {
            return nil
          }
        }
      }
      do {
        let node = Maker().pick(true)
        node?.next = node
      }
      """)
    #expect(run.outcome.findings.first?.path.objects.map(\.type) == ["Node"])
  }
}
