import LeakCheckGraph
import LeakCheckImport
import LeakCheckText
import Testing

@testable import LeakCheckAnalysis

/// The only finding in a graph, by the JSON of its objects and references.
func finding(_ objects: String, _ references: String) throws -> Finding {
  let text = "{\"leakcheck\": 1, \"objects\": [\(objects)], \"references\": [\(references)]}"
  let graph = try JSONGraphReader().read(Array(text.utf8), from: "graph.json")
  let findings = Checks.findings(in: GraphAnalysis(of: graph))
  #expect(findings.count == 1)
  return try #require(findings.first)
}
