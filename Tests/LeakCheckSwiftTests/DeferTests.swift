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

  @Test func `an expression in a branch is the result, and one in a loop there is not`() throws {
    let run = try Run(
      """
      final class Node { var next: Node? }
      final class Maker {
        func make(_ isNew: Bool) -> Node? {
          switch isNew {
          case true: Node()
          case false:
            nil
          }
        }
        func link() -> Node? {
          if let first = make(true) {
            for _ in 0..<2 { use(first) }
            defer { use(first) }
            return first
          } else {
            return nil
          }
        }
        func use(_ node: Node) { node.next = node }
      }
      _ = Maker().link()
      """)
    #expect(run.verdict == ["cycle error"])
  }
}
