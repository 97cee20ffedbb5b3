import LeakCheckAnalysis
import LeakCheckCapture
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

extension LiveProcess {
  @Test(arguments: LeakScenario.all)
  func `a scenario's object is freed or stays alive`(_ scenario: LeakScenario) async throws {
    let probe = try await scenario.make()
    try await settle(probe, scenario)
    #expect(probe.isAlive == (scenario.fate != .freed))
    await probe.end()
  }

  @Test(arguments: LeakScenario.all.filter { $0.fate != .freed })
  func `a scenario's object is judged leaked or held`(_ scenario: LeakScenario) async throws {
    let probe = try await scenario.make()
    try await settle(probe, scenario)
    let expected: HeapCapture.Fate = scenario.fate == .leaked ? .leaked : .held
    var fates = try twoFates(of: probe)
    // A task that has not yet come to its `await` still runs with the object.
    for _ in 0..<20 where expected == .leaked && fates != [.leaked, .leaked] {
      try await Task.sleep(for: .milliseconds(50))
      fates = try twoFates(of: probe)
    }
    // Where C memory or the frames of a task lie on the cycle, an old word elsewhere may keep it: then it
    // is said to be held. The other way round it is never wrong.
    let isKept = scenario.passesLibrary && fates.contains(.held)
    #expect(isKept || fates == [expected, expected])
    #expect(probe.isAlive)
    // Of several ways round such a cycle, any may be told.
    if !isKept, !scenario.passesLibrary {
      var text = try pathText(to: probe)
      // What a library has run it keeps for the next time, and until then the words of the last.
      for _ in 0..<20
      where scenario.missingWord(inPath: text) != nil && text.contains("memory of C") {
        try await Task.sleep(for: .milliseconds(50))
        text = try pathText(to: probe)
      }
      #expect(scenario.missingWord(inPath: text) == nil, "\(scenario.name):\n\(text)")
    }
    await probe.end()
  }

  /// The path of each finding about a probe's object.
  private func pathText(to probe: LeakProbe) throws -> String {
    let leaks = try captureRetainers(
      of: [(address: ObjectAddress(plain: probe.address.plain), because: "the test is over")])
    let analysis = GraphAnalysis(of: leaks.graph)
    let findings = Checks.findings(in: analysis)
    #expect(AdviceRules.breaches(in: findings) == [])
    return findings.map { finding in
      let path = (finding.rootPath?.references ?? []) + finding.path.references
      let steps = path.map { reference in
        let source = reference.source
        let task = source.kind == .task ? " {\(source.name)}" : ""
        let words = source.kind == .closure ? "{\(source.name)}" : source.type + task
        return "\(words).\(reference.name)"
      }
      let end = finding.path.objects.last?.type ?? ""
      return "\(finding.kind): " + (steps + [end]).joined(separator: " → ")
    }.joined(separator: "\n")
  }

  @Test func `scenarios have names of their own`() {
    #expect(Set(LeakScenario.all.map(\.name)).count == LeakScenario.all.count)
  }

  @Test func `the words of a path are found in order, of a cycle from anywhere`() {
    let cycle = LeakScenario("", .leaked, path: ["A.b", "B.a"]) { LeakProbe(Base(serial: -1)) }
    #expect(cycle.missingWord(inPath: "B.a -> A, A.b -> B") == nil)
    #expect(cycle.missingWord(inPath: "B.c -> A, A.b -> B") == "B.a")
    let path = LeakScenario("", .held, path: ["A.b", "B.a"]) { LeakProbe(Base(serial: -1)) }
    #expect(path.missingWord(inPath: "B.a -> A, A.b -> B") == "B.a")
  }

  private func twoFates(of probe: LeakProbe) throws -> [HeapCapture.Fate] {
    try (0..<2).map { _ in try HeapCapture().fate(ofObjectAt: probe.address.plain) }
  }

  /// Waits until an object is freed that must be, or long enough for tasks and queues to begin.
  private func settle(_ probe: LeakProbe, _ scenario: LeakScenario) async throws {
    guard scenario.fate == .freed else { return try await Task.sleep(for: .milliseconds(40)) }
    for _ in 0..<400 where probe.isAlive { try await Task.sleep(for: .milliseconds(5)) }
  }
}

extension LeakScenario {
  /// Every scenario.
  static let all: [LeakScenario] =
    closures + storedClosures + ownership + cycles + values + singletons
    + (foundation + dispatch + tasks + continuations).map {
      var scenario = $0
      scenario.passesLibrary = scenario.fate == .leaked
      return scenario
    }
}
