import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckText
import Testing

/// The schema is a file: its words are those of the enumerations that the format writes.
@Suite struct ReportSchemaTests {
  private func words(_ key: String, of definition: String) throws -> [String]? {
    let schema = try JSONTree.parse(Array(ReportSchema.text.utf8), source: "schema")
    return schema["$defs"]?[definition]?["properties"]?[key]?["enum"]?.strings
  }

  @Test func `closed sets of words are those of their types`() throws {
    #expect(try words("kind", of: "finding") == Finding.Kind.allCases.map(\.rawValue))
    #expect(try words("severity", of: "finding") == Finding.Severity.allCases.map(\.rawValue))
    #expect(try words("kind", of: "next") == ReferenceKind.allCases.map(\.rawValue))
    #expect(try words("strength", of: "next") == Strength.allCases.map(\.rawValue))
    #expect(try words("how", of: "step") == Cut.How.allCases.map(\.rawValue))
  }
}
