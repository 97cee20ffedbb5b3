import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@Suite struct LeakedObjectCheckTests {
  @Test func `an over-retained object has leaked with what it holds`() throws {
    var builder = ObjectGraph.Builder()
    var object = ObjectDescription(id: "a", type: "A")
    object.retainCount = 1
    builder.add(object)
    builder.add(ObjectDescription(id: "b", type: "B"))
    var root = ObjectDescription(id: "r", type: "R")
    root.root = ""
    builder.add(root)
    builder.add(ReferenceDescription(from: "a", to: "b"))
    let analysis = GraphAnalysis(of: try builder.build())
    #expect(analysis.coverage.leaked == 2)
    let finding = try #require(Checks.findings(in: analysis).first)
    #expect(finding.kind == .leaked)
    #expect(finding.holds.objects.map(\.id) == ["a", "b"])
  }

  /// An object of a retain count, which `holders` others refer to, and whether a root reaches it.
  private func kinds(
    count: Int32?, holders: Int, isReachable: Bool = false, type: String = "A"
  ) throws -> [Finding] {
    var builder = ObjectGraph.Builder()
    var object = ObjectDescription(id: "a", type: type)
    object.retainCount = count
    builder.add(object)
    var root = ObjectDescription(id: "r", type: "R")
    root.root = ""
    builder.add(root)
    for number in 0..<holders {
      builder.add(ObjectDescription(id: .number(Int64(number)), type: "Holder"))
      builder.add(ReferenceDescription(from: .number(Int64(number)), to: "a"))
    }
    if isReachable { builder.add(ReferenceDescription(from: "r", to: "a")) }
    return Checks.findings(in: GraphAnalysis(of: try builder.build()))
  }

  @Test func `an object that is retained as often as it is referred to goes with its holders`()
    throws
  {
    #expect(try kinds(count: 2, holders: 2).isEmpty)
    #expect(try kinds(count: nil, holders: 0).isEmpty)
    #expect(try kinds(count: 3, holders: 2).map(\.kind) == [.leaked])
  }

  @Test func `what a root reaches has not leaked, however often it is retained`() throws {
    #expect(try kinds(count: 9, holders: 0, isReachable: true).isEmpty)
  }

  @Test func `memory that nobody retains is freed, not released`() throws {
    let advice = try #require(try kinds(count: 1, holders: 0, type: "malloc<32>").first).advice
    #expect(advice == "find the allocation of malloc<32> whose free is missing")
  }
}
