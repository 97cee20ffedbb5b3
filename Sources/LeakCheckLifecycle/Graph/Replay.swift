import LeakCheckAnalysis
import LeakCheckGraph

/// A log of lookups: whether each requested object existed, in order of request.
struct UseLog {
  enum Use: UInt8 { case nothing, needed, goneExpected }

  private(set) var uses: [Int32: [Use]] = [:]

  mutating func add(_ use: Use, at site: Int32) { uses[site, default: []].append(use) }
}

/// The record of a run, for comparison with another.
struct ReplayRecord {
  /// Whether each object that an action asked for was there.
  var uses = UseLog()
  /// In a replay: the step in which each object was freed, by its name in the graph.
  private(set) var deathSteps: [String: Int] = [:]
  /// In a replay: the objects that were freed in the step that made them.
  private(set) var shortLived: Set<String> = []
  /// In a replay: the objects that were freed in the action that made them: nothing held them behind it.
  private(set) var momentary: Set<String> = []
  /// How many objects were made before the step that runs, and before its action.
  var countBeforeStep: Int32 = 0
  var countBeforeAction: Int32 = 0
  /// In a replay: the registrations that the cut ends, among the first so many.
  private var ended: (registrations: [Int32], count: Int32) = ([], 0)

  /// The registrations made so far that a cut ends.
  ///
  /// - Complexity: O(new registrations + result).
  mutating func ended(of all: Registrations, by settings: RunSettings) -> [Int32] {
    for index in ended.count..<Int32(all.count) where settings.ends.contains(all[index].site) {
      ended.registrations.append(index)
    }
    ended.count = Int32(all.count)
    return ended.registrations
  }

  mutating func note(deathOf object: Int32, named name: String, in step: Int) {
    deathSteps[name] = step
    if object >= countBeforeStep { shortLived.insert(name) }
    if object >= countBeforeAction { momentary.insert(name) }
  }
}

/// A proof of cuts: it runs the scenario again with each cut applied.
///
/// What a run then shows is exact: whether everything of the finding goes, who still holds it, and whether
/// something is missed by a later step.
struct Replay {
  /// The most actions that all replays of a scenario run together; at least two runs are made.
  static let mostActions = 100_000
  /// The most runs for one scenario.
  static let mostRuns = 200

  let program: Program
  let settings: RunSettings
  let base: Simulation
  let end: HeapGraph
  let analysis: GraphAnalysis
  /// The objects of the app that must stay.
  private let needed: [ObjectID]
  /// What must stay, by the names that the log has for it.
  private let heard: Set<String>
  /// What was expected in vain when the scenario ran as it is written.
  private let unmet: Set<Expectation>

  init(_ program: Program, settings: RunSettings, base: Simulation, end: HeapGraph) {
    self.program = program
    self.settings = settings
    self.base = base
    self.end = end
    analysis = GraphAnalysis(of: end.graph)
    needed = analysis.needed.members.map(end.graph.object)
      .filter { $0.owner == .app && $0.kind != .closure }.map(\.id)
    heard = Set(needed.map { "\($0)" })
    unmet = Set(base.failedChecks.map(Expectation.init))
  }

  /// The findings of the end, their cuts tried and ranked by what the runs show.
  ///
  /// The first cut of every finding is tried before the alternatives of any.
  func findings() -> [Finding] {
    var remaining = max(2, min(Self.mostRuns, Self.mostActions / max(base.spent.actions, 1)))
    var tries = Checks.findings(in: analysis).map { ReplayTrial($0) }
    for index in tries.indices { tryNext(&tries[index], &remaining) }
    for index in tries.indices {
      while tries[index].verdicts.count < tries[index].cuts.count {
        tryNext(&tries[index], &remaining)
      }
    }
    return tries.map(ranked)
  }

  private func tryNext(_ trial: inout ReplayTrial, _ remaining: inout Int) {
    guard trial.verdicts.count < trial.cuts.count else { return }
    guard remaining > 0 else {
      trial.deaths.append([])
      return trial.verdicts.append(.untried)
    }
    remaining -= 1
    let place = trial.verdicts.count
    var run = run(with: trial.cuts[place])
    if let weak = run, takesLastOwner(trial.cuts[place], in: weak) {
      trial.takeLastOwner(place)
      // What is cleared when its time is over has its owner until then.
      if let clearing = trial.clearing(place) {
        remaining -= 1
        trial.cuts[place] = clearing
        run = self.run(with: clearing)
      }
    }
    trial.deaths.append(run.map { deaths(of: trial.finding, in: $0) } ?? [])
    trial.verdicts.append(run.map { verdict(of: $0, on: trial.finding) } ?? .untried)
  }

  private func ranked(_ trial: ReplayTrial) -> Finding {
    guard !trial.cuts.isEmpty else { return trial.finding }
    // Sorting by rank alone keeps the order of cost within each rank.
    let order = trial.cuts.indices.sorted {
      (trial.verdicts[$0].rank, $0) < (trial.verdicts[$1].rank, $1)
    }
    // A cut by which the scenario says something false is none, whatever else there is.
    let offered = order.filter {
      !trial.verdicts[$0].isUnsafe && !trial.endsEarlier($0) && !trial.takesLastOwner($0)
    }
    guard let first = offered.first else { return without(trial, order) }
    // An alternative with which the run keeps more than with the first is none; what is chosen says so.
    let best = trial.verdicts[first]
    let cuts = offered.filter {
      $0 == first || !trial.verdicts[$0].isHeld && !(best.isGone && trial.verdicts[$0].isOpened)
    }.map { said(trial.cuts[$0], trial.verdicts[$0]) }.withoutRepetitions
    var finding = trial.finding
    finding.cut = cuts[0]
    finding.alternatives = Array(cuts.dropFirst())
    return finding
  }

  /// The finding where each cut that was tried takes something from the scenario.
  private func without(_ trial: ReplayTrial, _ order: [Int]) -> Finding {
    var finding = trial.finding
    finding.cut = .none
    finding.alternatives = []
    let tried = order.prefix(1).compactMap { place in
      let words =
        trial.takesLastOwner(place)
        ? "nothing else owns what it makes weak" : trial.verdicts[place].words
      return words.map { words in
        let fixes = trial.cuts[place].steps.prefix(2).map(\.fix).joined(separator: ", and ")
        return "\(fixes) is not a fix: \(words)"
      }
    }
    let advice =
      [
        "no cut frees it and leaves the scenario as it is; give what is needed another owner first"
      ] + tried + [finding.advice]
    finding.advice = advice.filter { !$0.isEmpty }.joined(separator: "; ")
    return finding
  }

  private func said(_ cut: Cut, _ verdict: Verdict) -> Cut {
    guard let words = verdict.words else { return cut }
    return cut.replayed(
      Cut.Replay(
        outcome: words, missesSomething: verdict.isUnsafe,
        freesAll: [.gone(losing: false), .opened(losing: false)].contains(verdict)))
  }

  // MARK: - One run

  /// The scenario run with a cut, or `nil` where that is nothing that a run could do otherwise.
  private func run(with cut: Cut) -> Simulation? {
    var changed = settings
    changed.isReplay = true
    for step in cut.steps where !apply(step, to: &changed) { return nil }
    let run = Simulation(program, settings: changed)
    run.run()
    return run
  }

  /// Whether a property that a cut makes weak was all that owned its target: the run frees it in the step that makes it,
  /// while its holder lives on and nobody expects it to go.
  private func takesLastOwner(_ cut: Cut, in run: Simulation) -> Bool {
    cut.steps.contains { step in
      let (reference, target) = (step.reference, "\(step.reference.target.id)")
      guard step.how == .weak, reference.kind == .property, !reference.isCapture else {
        return false
      }
      if run.replayed.momentary.contains(target) { return true }
      guard reference.target.expectation?.fate != .gone, run.replayed.shortLived.contains(target),
        let death = run.replayed.deathSteps[target]
      else { return false }
      return run.replayed.deathSteps["\(reference.source.id)", default: .max] > death
    }
  }

  private func deaths(of finding: Finding, in run: Simulation) -> [Int] {
    finding.holds.objects.map { run.replayed.deathSteps["\($0.id)"] ?? Int.max }
  }

  private func verdict(of run: Simulation, on finding: Finding) -> Verdict {
    switch run.halt {
    case .trap(let trap): return .traps(place(of: trap.site, in: run))
    case .failure, .bound: return .traps(place(of: run.site, in: run))
    case nil: break
    }
    if let site = firstUnfollowed(in: run) { return .traps(place(of: site, in: run)) }
    if let check = run.failedChecks.first(where: isNew) {
      return .breaks("\(check.check) of line \(check.line) does not hold: \(check.message)")
    }
    if let site = firstMissed(in: run) { return .early(place(of: site, in: run)) }
    if let entry = firstSilent(in: run) {
      return .breaks("\(entry.type) is not told of \(entry.callback) any more")
    }
    guard let graph = run.makeGraph()?.graph else { return .untried }
    if let held = isMended(finding, in: graph) { return held }
    let (isLosing, objects) = (loses(finding, in: graph), finding.holds.objects)
    let isLeft = objects.contains { $0.rootReason == nil && graph.object(withID: $0.id) != nil }
    return isLeft ? .opened(losing: isLosing) : .gone(losing: isLosing)
  }

  /// The first place of a source that is not followed with the cut, and was without.
  private func firstUnfollowed(in run: Simulation) -> Int32? {
    run.unfollowed.keys.filter { base.unfollowed[$0] == nil }.min()
  }

  /// Whether an expectation held when the scenario ran as it is written.
  private func isNew(_ check: FailedCheck) -> Bool { !unmet.contains(Expectation(check)) }

  /// An expectation, identified by its place.
  private struct Expectation: Hashable {
    var check: String
    var name: String
    var line: Int

    init(_ failed: FailedCheck) { (check, name, line) = (failed.check, failed.name, failed.line) }
  }

  /// The first callback of the log that an object which must stay does not get any more.
  private func firstSilent(in run: Simulation) -> LogEntry? {
    func counts(_ log: [LogEntry]) -> [String: Int] {
      log.reduce(into: [:]) { $0["\($1.id) \($1.callback)", default: 0] += 1 }
    }
    let (before, after) = (counts(base.log), counts(run.log))
    return base.log.first { entry in
      let key = "\(entry.id) \(entry.callback)"
      return entry.callback != "deinit" && heard.contains(entry.id)
        && after[key, default: 0] < before[key, default: 0]
    }
  }

  /// Whether something of the app that was needed and is not of the finding has gone as well.
  private func loses(_ finding: Finding, in graph: ObjectGraph) -> Bool {
    let held = Set(finding.holds.objects.map(\.id))
    return needed.contains { !held.contains($0) && graph.object(withID: $0) == nil }
  }

  /// What of the finding is still there, or `nil`.
  func isMended(_ finding: Finding, in graph: ObjectGraph) -> Verdict? {
    if mayFind(finding, in: graph) {
      let analysis = GraphAnalysis(of: graph)
      let same = Checks.findings(in: analysis).first { $0.fingerprint == finding.fingerprint }
      if let holder = same?.path.references.last?.source { return .held(holder.type) }
    }
    let mustGo = finding.kind == .cycle && finding.isReachable ? [] : Array(finding.holds.objects)
    for object in mustGo where object.rootReason == nil {
      guard let left = graph.object(withID: object.id),
        let reference = left.referrers.first(where: { $0.strength == .strong })
      else { continue }
      return .held(reference.source.type)
    }
    return nil
  }

  /// Whether a graph still has an object of each type of a finding's path: without one, its fingerprint cannot be there.
  ///
  /// Most cuts free all of a type, and the checks of a whole graph are what a replay takes longest for.
  private func mayFind(_ finding: Finding, in graph: ObjectGraph) -> Bool {
    var missing = Set(finding.path.objects.map(\.type))
    // Types with an index in them are the same bug with another.
    guard !missing.contains(where: { $0.contains("[") }) else { return true }
    for object in graph.objects where !missing.isEmpty { missing.remove(object.type) }
    return missing.isEmpty
  }

  /// Makes a run do what a step of a cut says; false where it is nothing that a run could do.
  private func apply(_ step: Cut.Step, to settings: inout RunSettings) -> Bool {
    let reference = step.reference
    let key = ReferenceKey(
      from: "\(reference.source.id)", to: "\(reference.target.id)", name: reference.name)
    switch (end.origins[key], step.how) {
    case (nil, _): return false
    case (.registration(let site)?, _): settings.ends.insert(site)
    case (.frame(let site)?, _): settings.releasesWhileWaiting.insert(site)
    case (.capture(let code, let name)?, .unowned):
      settings.captures[.init(code: code, name: name)] = .unowned
    case (.capture(let code, let name)?, _):
      settings.captures[.init(code: code, name: name)] = .weak
    case (.method(let site, let name)?, let how):
      settings.methods[.init(site: site, name: name)] = how == .unowned ? .unowned : .weak
    case (.property(let type, let name)?, .end):
      settings.removals.insert(.init(type: type, name: name))
    case (.property(let type, let name)?, _):
      // The declaration becomes weak, for all types that inherit it.
      settings.weakProperties.insert(
        .init(type: reference.declaration?.type ?? type, name: name))
    }
    return true
  }

  /// The first action that finds nothing where the scenario as written found something that was needed.
  private func firstMissed(in run: Simulation) -> Int32? {
    let sites = base.replayed.uses.uses.keys.sorted()
    return sites.first { site in
      let (before, after) = (
        base.replayed.uses.uses[site] ?? [], run.replayed.uses.uses[site] ?? []
      )
      return zip(before, after).contains { $0 == .needed && $1 == .nothing }
    }
  }

  private func place(of site: Int32, in run: Simulation) -> String {
    let site = program.sites[Int(site)]
    return site.place.map(\.words) ?? "\(site.owner), action \(site.number)"
  }
}

extension [Cut] {
  /// The cuts without those that ask for what an earlier one asks for: a property that was tried as weak is then as the
  /// one that was weak from the beginning.
  fileprivate var withoutRepetitions: [Cut] {
    var seen: Set<[String]> = []
    return filter { seen.insert($0.steps.map(\.fix).sorted()).inserted }
  }
}

/// A finding whose cuts are tried in order.
struct ReplayTrial {
  let finding: Finding
  /// The cuts as they are tried.
  var cuts: [Cut]
  /// What the runs showed of the cuts that were tried so far.
  var verdicts: [Replay.Verdict] = []
  /// For each of them, the step in which each object of the finding went, the greatest number where it stayed; empty
  /// where there was no run.
  var deaths: [[Int]] = []
  /// The cuts as the graph has them.
  private let written: [Cut]
  /// The weak properties that are all that owns their targets, and for which there is no other form.
  private var lastOwners: Set<Int> = []

  init(_ finding: Finding) {
    self.finding = finding
    written = finding.cut.steps.isEmpty ? [] : [finding.cut] + finding.alternatives
    cuts = written.map(\.tried)
  }

  /// Notes that a cut makes a property weak that is all that owns its target.
  mutating func takeLastOwner(_ place: Int) {
    if clearing(place) == nil { lastOwners.insert(place) }
  }

  /// Whether a cut was found to do that, and cannot be written otherwise.
  func takesLastOwner(_ place: Int) -> Bool { lastOwners.contains(place) }

  /// The cut with properties cleared that were tried as weak ones, or `nil` where it has none.
  func clearing(_ place: Int) -> Cut? {
    let isOther = zip(written[place].steps, cuts[place].steps).contains { $0.how != $1.how }
    return isOther ? written[place] : nil
  }

  /// Whether a cut that weakens properties frees something before another such cut does, and nothing later.
  ///
  /// Of two objects that hold each other, the one that nothing else holds would go as soon as it is stored.
  func endsEarlier(_ place: Int) -> Bool {
    guard weakensProperties(place) else { return false }
    return cuts.indices.contains { other in
      guard other != place, weakensProperties(other) else { return false }
      let pairs = zip(deaths[place], deaths[other])
      return pairs.allSatisfy { $0 <= $1 } && pairs.contains { $0 < $1 }
    }
  }

  private func weakensProperties(_ place: Int) -> Bool {
    guard verdicts[place].isMended else { return false }
    return cuts[place].steps.allSatisfy { $0.how == .weak && $0.reference.kind == .property }
  }
}
