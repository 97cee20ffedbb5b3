import LeakCheckAnalysis
import LeakCheckGraph
public import LeakCheckText

extension Scenario {
  /// Runs the scenario.
  ///
  /// - Parameters:
  ///   - profile: the order of callbacks, if not the scenario's.
  ///   - logsAll: whether to log all declared types and all controllers, not only declared controllers and delegates.
  ///   - recordsSteps: whether to run once more and record each moment.
  ///   - snapshots: the labels of the snapshots to save, or `nil` for all of them.
  /// - Returns: the log, the misuse, the graph and the findings.
  /// - Throws: ``LeakCheckText/InputError`` if a step refers to something that does not exist.
  /// - Complexity: O(actions run × objects that each touches); each finding runs the scenario again for each of
  ///   its cuts, at most ``Replay/mostRuns`` times.
  public func run(
    profile: Profile? = nil, logsAll: Bool = false, recordsSteps: Bool = false,
    keeping snapshots: Set<String>? = nil
  ) throws(InputError) -> ScenarioOutcome {
    var settings = RunSettings()
    settings.profile = profile
    settings.keptSnapshots = snapshots
    settings.logsAll = logsAll
    return try run(settings, recordsSteps: recordsSteps)
  }

  /// Runs the scenario with the calls of the app's own methods in its log.
  package func runLoggingMethods(recordsSteps: Bool = false) throws(InputError) -> ScenarioOutcome {
    var settings = RunSettings()
    settings.logsMethods = true
    return try run(settings, recordsSteps: recordsSteps)
  }

  /// Runs the scenario with its heap checked behind each step.
  package func runCheckingHeap() throws(InputError) -> ScenarioOutcome {
    var settings = RunSettings()
    settings.checksHeap = true
    return try run(settings)
  }

  /// Runs the scenario within bounds of the caller's.
  package func run(within bounds: RunBounds) throws(InputError) -> ScenarioOutcome {
    var settings = RunSettings()
    settings.bounds = bounds
    return try run(settings)
  }

  private func run(
    _ settings: RunSettings, recordsSteps: Bool = false
  ) throws(InputError) -> ScenarioOutcome {
    let program = try Program(self)
    let simulation = Simulation(program, settings: settings)
    simulation.run()
    switch simulation.halt {
    case .failure(let error), .bound(let error): throw error
    case .trap, nil: break
    }
    simulation.noteTrap()
    let end = simulation.makeGraph() ?? HeapGraph(graph: .empty, origins: [:])
    let replay = Replay(program, settings: settings, base: simulation, end: end)
    let found = replay.findings()
    let settled = replay.settled(for: found)
    let findings = replay.lasting(found, in: settled)
    simulation.announceTeardowns(findings)
    let met = settled?.checksMetEventually() ?? []
    return ScenarioOutcome(
      log: simulation.log, misuse: simulation.misuses,
      failedChecks: simulation.failedChecks.enumerated().filter { !met.contains($0.offset) }
        .map(\.element),
      graph: end.graph, snapshots: simulation.snapshots.compactMapValues(\.self),
      snapshotLabels: Set(simulation.snapshots.keys), analysis: replay.analysis,
      findings: findings,
      places: simulation.places(of: findings, in: end),
      unfollowed: simulation.unfollowed.sorted { $0.key < $1.key }.compactMap { site, reason in
        simulation.sitePlace(site).map { .init(place: $0, reason: reason.words) }
      },
      steps: recordsSteps ? steps(of: program, settings, like: simulation) : nil)
  }

  /// The moments of a run that is like one that was made already.
  private func steps(
    of program: Program, _ settings: RunSettings, like first: Simulation
  ) -> StepTrace {
    var settings = settings
    settings.isReplay = true
    let recorder = StepRecorder(self, actions: first.spent.actions)
    let simulation = Simulation(program, settings: settings)
    simulation.recorder = recorder
    simulation.run()
    return recorder.trace
  }
}

extension Simulation {
  /// Where the reference was made that is to be cut, or else the last of the path, for each finding.
  fileprivate func places(of findings: [Finding], in end: HeapGraph) -> [String: SourcePlace] {
    var places: [String: SourcePlace] = [:]
    for finding in findings {
      guard let reference = finding.cut.steps.first?.reference ?? finding.path.references.last
      else { continue }
      let key = ReferenceKey(
        from: "\(reference.source.id)", to: "\(reference.target.id)", name: reference.name)
      places[finding.fingerprint] = end.sites[key].flatMap { $0 > 0 ? sitePlace($0) : nil }
    }
    return places
  }

  /// The trap that ended the run, in words.
  func noteTrap() {
    guard case .trap(let trap)? = halt else { return }
    let site = program.sites[Int(trap.site)]
    let holder =
      trap.holder >= 0 && heap.objects[Int(trap.holder)].code >= 0
      ? program.closures[Int(heap.objects[Int(trap.holder)].code)].name
      : trap.holder >= 0 ? types[heap.type(of: trap.holder)].name : site.owner
    let target = types[heap.type(of: trap.target)].name
    failedChecks.append(
      FailedCheck(
        check: "trap", name: trap.name,
        message: "\(holder) reads \(trap.name), an unowned \(target) that was freed: a crash",
        line: site.place?.line ?? 0, file: site.place?.file ?? ""))
  }
}
