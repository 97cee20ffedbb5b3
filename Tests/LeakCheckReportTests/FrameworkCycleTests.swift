import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import Testing

@Suite struct FrameworkCycleTests {
  /// A ring of `count` objects of a framework, each of which knows the one before as well; the last has the user's object.
  private func ring(of count: Int) throws -> ObjectGraph {
    var builder = ObjectGraph.Builder()
    for number in 0..<count {
      var object = ObjectDescription(id: .number(Int64(number)), type: "Pool.Part\(number)")
      (object.owner, object.size) = (.framework, 64)
      builder.add(object)
    }
    builder.add(ObjectDescription(id: "download", type: "Download"))
    func link(_ source: ObjectID, _ target: ObjectID, _ name: String) {
      var reference = ReferenceDescription(from: source, to: target)
      reference.name = name
      builder.add(reference)
    }
    for number in 0..<count {
      let next = (number + 1) % count
      link(.number(Int64(number)), .number(Int64(next)), "next\(number)")
      if number % 3 == 0 { link(.number(Int64(next)), .number(Int64(number)), "owner\(number)") }
    }
    link(.number(Int64(count - 1)), "download", "user")
    return try builder.build()
  }

  @Test(arguments: [2, 3, 12, 40])
  func `a cycle of a framework's own takes 25 lines at most`(_ count: Int) throws {
    let analysis = GraphAnalysis(of: try ring(of: count))
    let findings = Checks.findings(in: analysis)
    let finding = try #require(findings.first)
    #expect(finding.severity == .warning)
    let report = Report(findings, of: analysis, input: "ring")
    let text = TextFormat().text(of: finding, number: 1, in: report)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 25, "\(text)")
    #expect(text.contains("Download"))
    #expect(count < 12 || text.contains("more objects"))
  }
}
