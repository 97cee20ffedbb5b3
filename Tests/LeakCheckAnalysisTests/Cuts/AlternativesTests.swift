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

  @Test(arguments: [
    (
      "Feed -> AnyCancellable# 'token'; AnyCancellable -> Sink# 'subscription';"
        + "Sink -> c{} 'receiveValue'; c -> Feed 'self'",
      "set Feed.token to nil when the subscription is done"
    ),
    (
      "Feed -> Set 'tokens'; Set -> AnyCancellable# '[0]'; AnyCancellable -> Sink# 'subscription';"
        + "Sink -> c{} 'receiveValue'; c -> Feed 'self'",
      "remove AnyCancellable from Feed.tokens when the subscription is done"
    ),
    (
      "Store! -> AnyCancellable# 'token'; AnyCancellable -> Sink# 'subscription';"
        + "Sink -> c{} 'receiveValue'; c -> Feed- 'self'",
      "set Store.token to nil when the subscription is done"
    ),
    (
      "Feed -> AnyCancellable# 'token'; AnyCancellable -> Sink# 'subscription';"
        + "Sink -> c{} 'receiveValue'; c -> Feed 'self'; Feed -> Relay# 'relay'; Relay -> Sink 'all'",
      "cancel the subscription that Sink belongs to when the closure should go: call cancel() on its"
        + " AnyCancellable, or let that go"
    ),
    (
      "Chat -> Task 'task'; Task -> Chat 'self'",
      "call cancel() on Chat.task and set it to nil when its time is over"
    ),
  ])
  func `what is done is let go, beside the weak capture`(graph: String, fix: String) throws {
    let graph = try ObjectGraph(graph).changing(
      objects: {
        if $0.type == "Set" { ($0.type, $0.kind) = ("Set<AnyCancellable>", .collection) }
        if $0.type == "Task" { $0.kind = .task }
      },
      references: { if $0.name == "[0]" { $0.kind = .element } })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.cut.steps.map(\.how) == [.weak] && finding.cut.steps[0].reference.isCapture)
    #expect(finding.alternatives.first?.steps.map(\.fix) == [fix])
    #expect(finding.alternatives.first?.safety == .unknown)
  }

  @Test(arguments: [
    (Finding.Kind.abandoned, "Loader! -> c{} 'completion'; c -> Screen- 'self'"),
    (
      .teardownNeverRuns,
      "Bus! -> Loader 'loader'; Loader -> c{} 'completion'; c -> Screen- 'self'"
    ),
  ])
  func `a callback that is called once is forgotten, whatever the finding`(
    kind: Finding.Kind, graph: String
  ) throws {
    let graph = try ObjectGraph(graph).changing(references: {
      guard kind == .teardownNeverRuns, $0.name == "loader" else { return }
      $0.until = .init(event: "stop()", called: .inDeinit(of: "Screen"))
    })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.kind == kind)
    let cuts = [finding.cut] + finding.alternatives
    #expect(cuts[0].steps.map(\.fix) == ["capture [weak self] in the closure"])
    #expect(cuts[1].steps.map(\.fix) == ["set Loader.completion to nil when it has been called"])
    #expect(cuts[1].safety == .unknown)
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
