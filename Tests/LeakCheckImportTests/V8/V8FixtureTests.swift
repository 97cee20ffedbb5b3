import Foundation
import LeakCheckGraph
import LeakCheckImport
import Testing

/// Snapshots that Node.js wrote, of the program beside them.
@Suite struct V8FixtureTests {
  static let files = ["node20", "node24"]

  private static func graph(_ name: String) throws -> ObjectGraph {
    let file = try #require(
      Bundle.module.resourceURL?.appending(path: "Fixtures/V8/\(name).heapsnapshot"))
    return try GraphReaders.read(Array(Data(contentsOf: file)), from: file.path)
  }

  @Test func `Counts and bytes are those of another reader`() throws {
    let summaries = try Self.files.map { name in
      let graph = try Self.graph(name)
      return [
        graph.objects.count, graph.references.count, graph.objects.count(where: \.isRoot),
        Int(graph.objects.reduce(0) { $0 + $1.size }),
        graph.references.count { $0.strength == .weak },
      ]
    }
    // Counted by a script of Python's json on the same files.
    #expect(summaries == [[341, 1_191, 1, 22_048, 7], [339, 1_118, 1, 17_640, 7]])
  }

  @Test(arguments: files) func `The objects of the program have its names`(_ name: String) throws {
    let graph = try Self.graph(name)
    let session = try #require(graph.objects.first { $0.type == "Session" && $0.hasUser })
    #expect(session.kind == .object && session.owner == .app)
    let closure = try #require(session.references.first { $0.name == "onExpire" }?.target)
    #expect(closure.kind == .closure && closure.type == "closure" && closure.name == "expire")
    let context = try #require(closure.references.first { $0.name == "context" }?.target)
    #expect(context.kind == .box && context.owner == .app)
    let user = try #require(context.references.first { $0.name == "user" })
    #expect(user.kind == .capture && user.target.type == "string" && user.target.name == "ada")
    let history = try #require(session.references.first { $0.name == "history" }?.target)
    #expect(history.type == "Array" && history.kind == .collection)
    let first = try #require(history.references.first { $0.kind == .element })
    #expect(first.name == "[0]" && first.target.name == "login")
  }

  @Test(arguments: files) func `What does not retain is weak`(_ name: String) throws {
    let graph = try Self.graph(name)
    let app = try #require(
      graph.objects.first { object in
        ["cache", "notes", "logger"].allSatisfy { name in
          object.references.contains { $0.name == name && $0.kind == .property }
        }
      })
    let last = try #require(app.references.first { $0.name == "last" }?.target)
    let target = try #require(last.references.first { $0.name == "target" })
    #expect(target.strength == .weak && target.target.type == "Session")
    let logger = try #require(app.references.first { $0.name == "logger" }?.target)
    let argument = try #require(logger.references.first { $0.name == "bound_argument_0" })
    #expect(argument.strength == .weak && argument.target.name == "app")
    let pairs = target.target.references.filter { $0.name == "pair in WeakMap" }
    #expect(pairs.map(\.strength) == [.strong])
    let note = try #require(pairs.first?.target)
    let table = note.referrers.filter {
      $0.name == "pair in WeakMap" && $0.source.id != target.target.id
    }
    #expect(table.map(\.strength) == [.weak])
  }
}

extension ObjectGraph.Object {
  fileprivate var hasUser: Bool { references.contains { $0.name == "user" } }
}
