import LeakCheckAnalysis

/// What is left of the findings when everything has happened that happens once.
extension Replay {
  /// The scenario run to the end of what happens once, or `nil` if nothing waits for it, nothing depends on it, or that
  /// fails.
  ///
  /// - Complexity: one run.
  func settled(for findings: [Finding]) -> Simulation? {
    guard base.halt == nil, base.waitsForSomething,
      !base.eventual.isEmpty || findings.contains(where: { $0.severity != .note })
    else { return nil }
    var changed = settings
    changed.isReplay = true
    changed.settles = true
    let run = Simulation(program, settings: changed)
    run.run()
    return run.halt == nil ? run : nil
  }

  /// The findings that stay: a cycle that a response or a timer will end is none.
  ///
  /// Notes stay, since they tell what waits.
  func lasting(_ findings: [Finding], in settled: Simulation?) -> [Finding] {
    guard let graph = settled?.makeGraph()?.graph else { return findings }
    return findings.filter { $0.severity == .note || isMended($0, in: graph) != nil }
  }
}
