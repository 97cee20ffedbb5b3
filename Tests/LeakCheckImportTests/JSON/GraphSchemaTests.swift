import LeakCheckGraph
import LeakCheckImport
import LeakCheckText
import Testing

/// The schema is a file: its words are those of the enumerations that the reader knows.
@Suite struct GraphSchemaTests {
  private func words(_ key: String, of definition: String) throws -> [String]? {
    let schema = try JSONTree.parse(Array(GraphSchema.text.utf8), source: "schema")
    let record = definition.isEmpty ? schema : schema["$defs"]?[definition]
    return record?["properties"]?[key]?["enum"]?.strings
  }

  @Test func `closed sets of words are those of their types`() throws {
    #expect(try words("collector", of: "") == ObjectGraph.Collector.allCases.map(\.rawValue))
    #expect(try words("moment", of: "") == ObjectGraph.Moment.allCases.map(\.rawValue))
    #expect(try words("owner", of: "object") == Owner.allCases.map(\.rawValue))
    #expect(try words("expect", of: "object") == LifetimeExpectation.Fate.allCases.map(\.rawValue))
    #expect(try words("strength", of: "reference") == Strength.allCases.map(\.rawValue))
    #expect(try words("kind", of: "reference") == ReferenceKind.allCases.map(\.rawValue))
  }
}
