import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

@Suite struct DeclarationsTests {
  /// The declarations of references from closures, each described by name, file and line, to one object.
  private func declarations(
    of closures: [(name: String, file: String, line: Int32)], kind: ObjectKind = .closure
  ) throws -> [Int32] {
    var builder = ObjectGraph.Builder()
    builder.add(ObjectDescription(id: .text("held"), type: "Held"))
    for (index, closure) in closures.enumerated() {
      var object = ObjectDescription(id: .number(Int64(index)), type: "() -> ()")
      object.kind = kind
      object.root = "global"
      (object.name, object.file, object.line) = (closure.name, closure.file, closure.line)
      builder.add(object)
      var reference = ReferenceDescription(from: object.id, to: .text("held"))
      reference.name = "self"
      builder.add(reference)
    }
    let analysis = GraphAnalysis(of: try builder.build())
    let declarations = Declarations(analysis)
    #expect(Set(declarations.declaration).count == declarations.count)
    return declarations.declaration
  }

  @Test func `closures are told apart by their name and by where they stand`() throws {
    let all = try declarations(of: [
      ("closure #1 in f()", "A.swift", 3), ("closure #2 in f()", "A.swift", 3),
      ("closure #1 in f()", "B.swift", 3), ("closure #1 in f()", "A.swift", 4),
    ])
    #expect(Set(all).count == 4)
  }

  @Test func `equal closures are one declaration`() throws {
    let all = try declarations(of: [
      ("closure #1 in f()", "A.swift", 3), ("closure #2 in f()", "A.swift", 3),
      ("closure #1 in f()", "A.swift", 3),
    ])
    #expect(all[0] == all[2] && all[0] != all[1])
  }

  @Test func `other objects are told apart by type alone`() throws {
    let all = try declarations(
      of: [("one", "A.swift", 3), ("two", "B.swift", 4)], kind: .object)
    #expect(Set(all).count == 1)
  }

  /// A property of a superclass, which two of its subclasses and itself may have, to one object.
  private func inherited(_ holders: [(type: String, declaring: String)]) throws -> [Int32] {
    var builder = ObjectGraph.Builder()
    builder.add(ObjectDescription(id: .text("held"), type: "Held"))
    for (index, holder) in holders.enumerated() {
      builder.add(ObjectDescription(id: .number(Int64(index)), type: holder.type))
      var reference = ReferenceDescription(from: .number(Int64(index)), to: .text("held"))
      reference.name = "machine"
      if !holder.declaring.isEmpty {
        reference.extensions = "\"x-declaredIn\": \"\(holder.declaring)\""
      }
      builder.add(reference)
    }
    return try Declarations(GraphAnalysis(of: builder.build())).declaration
  }

  @Test func `what a superclass declares is one declaration, whoever inherits it`() throws {
    let all = try inherited([
      ("Paused", "State"), ("Running", "State"), ("State", ""), ("Other", ""), ("Third", "Base"),
      ("Fourth", "Base"),
    ])
    #expect(all[0] == all[1] && all[0] == all[2] && all[4] == all[5])
    #expect(Set(all).count == 3)
  }

  @Test func `a superclass's property is not safely weak where a subclass needs it`() throws {
    func safety(_ declaring: String) throws -> Cut.Safety? {
      let graph = try ObjectGraph(
        "App! -> Running 'state'; Running -> Engine 'machine'; Paused -> Machine 'machine';"
          + " Machine -> Paused 'paused'"
      ).changing(references: {
        if $0.name == "machine" { $0.extensions = declaring }
      })
      let findings = Checks.findings(in: GraphAnalysis(of: graph))
      let cuts = [findings[0].cut] + findings[0].alternatives
      return cuts.first { $0.steps.first?.reference.name == "machine" }?.safety
    }
    #expect(try safety("") == .unknown)
    #expect(try safety(#""x-declaredIn": "State""#) == .refuted)
  }
}
