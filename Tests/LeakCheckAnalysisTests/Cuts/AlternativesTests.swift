import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

/// The other ways that stand beside a fix.
@Suite struct AlternativesTests {
  /// A screen that closures capture, of which many tasks have some, and the screen others.
  private func graph(_ random: inout SplitMix64) throws -> ObjectGraph {
    var builder = ObjectGraph.Builder()
    func refer(_ source: String, _ target: String, _ name: String, isCapture: Bool = false) {
      var reference = ReferenceDescription(from: .text(source), to: .text(target))
      reference.name = name
      if isCapture { reference.kind = .capture }
      builder.add(reference)
    }
    var screen = ObjectDescription(id: .text("screen"), type: "Screen")
    screen.expectation = LifetimeExpectation(.gone)
    builder.add(screen)
    let count = Int.random(in: 4...8, using: &random)
    for number in 0..<count {
      var closure = ObjectDescription(id: .text("c\(number)"), type: "() -> ()")
      (closure.kind, closure.name) = (.closure, "closure #\(1 + number % 2) in Screen.load()")
      (closure.file, closure.line) = ("Screen.swift", Int32(number + 1))
      builder.add(closure)
      refer("c\(number)", "screen", "self", isCapture: true)
      if random.chance(0.5) { refer("screen", "c\(number)", "on\(number)") }
    }
    for number in 0..<Int.random(in: 9...15, using: &random) {
      var task = ObjectDescription(id: .text("t\(number)"), type: "Task<(), Never>")
      task.kind = .task
      if random.chance(0.5) { task.root = "running task" }
      builder.add(task)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        refer("t\(number)", "c\(Int.random(in: 0..<count, using: &random))", "frame")
      }
      if random.chance(0.3) { refer("t\(number)", "screen", "frame") }
    }
    return try builder.build()
  }

  @Test(arguments: [
    ("Client", "completion", "set Client.completion to nil when it has been called"),
    ("Client", "completionHandler", "set Client.completionHandler to nil when it has been called"),
    ("Client", "onFinish", "set Client.onFinish to nil when it has been called"),
    ("Client", "doneBlock", "set Client.doneBlock to nil when it has been called"),
    ("ImageRequest", "onProgress", "set ImageRequest.onProgress to nil when ImageRequest is done"),
    ("Client", "onProgress", "capture [unowned self] in the closure, which never outlives it"),
    ("Client", "resultCell", "capture [unowned self] in the closure, which never outlives it"),
  ])
  func `what is called once is forgotten, beside the weak capture`(
    type: String, property: String, fix: String
  ) throws {
    let graph = ObjectGraph("\(type) -> c{} '\(property)'; c -> \(type) 'self'")
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.cut.steps.map(\.fix) == ["capture [weak self] in the closure"])
    #expect(finding.alternatives.first?.steps.map(\.fix) == [fix])
    #expect(finding.alternatives.count == 3)
  }

  @Test func `nobody is told to take a subscription out of its subject`() throws {
    let graph = try ObjectGraph(
      "Subject! -> Sink# 'subscribers'; Sink -> Screen- 'object'; Screen -> Bag 'bag'; Bag -> Sink 'all'"
    ).changing(objects: { if $0.type == "Sink" { $0.kind = .observer } })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.cut.steps.map(\.reference.name) == ["object"])
    #expect(!finding.alternatives.flatMap(\.steps).contains { $0.reference.name == "subscribers" })
  }

  /// Also of many references, of which each asks for the same.
  @Test(arguments: 0..<60)
  func `what asks for all of the fix and more is no alternative`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let findings = Checks.findings(in: GraphAnalysis(of: try graph(&random)))
    #expect(AdviceRules.breaches(in: findings) == [])
  }
}
