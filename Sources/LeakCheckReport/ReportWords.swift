import LeakCheckAnalysis
import LeakCheckGraph

/// The words that several formats say of a finding.
enum ReportWords {
  /// The kind of a finding as people say it.
  static func kind(_ finding: Finding) -> String {
    switch finding.kind {
    case .cycle: finding.isReachable ? "retain cycle, still reachable" : "retain cycle"
    case .leaked: "leaked, over-retained"
    case .abandoned: "abandoned, retained from a root"
    case .dangling: "dangling reference"
    case .teardownNeverRuns: "teardown that never runs"
    case .temporary: "temporary, ends by itself"
    }
  }

  /// What an object is called: a closure's name says more than its type, which many closures share.
  static func name(_ object: ObjectGraph.Object) -> String {
    object.kind == .closure && !object.name.isEmpty ? object.name : object.type
  }

  /// What a finding is about: the object that a path leads to, or where a cycle begins.
  static func subject(of finding: Finding) -> String {
    let objects = finding.path.objects
    guard let object = finding.path.isCycle ? objects.first : objects.last else { return "" }
    return name(object)
  }

  /// The kind, how often, and the cost of a finding in one line: `retain cycle × 3 · 12 objects · 1.2 MB`.
  static func facts(of finding: Finding) -> String {
    let times = finding.instances > 1 ? " × \(ByteCountText.grouped(finding.instances))" : ""
    let bytes = finding.holds.bytes
    // A graph without sizes has no bytes to tell of.
    let parts = [
      kind(finding) + times, ByteCountText.count(finding.holds.objects.count, "object"),
      bytes > 0 ? ByteCountText.text(bytes) : "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// What the cut of a finding does not do, or was not shown to do; empty where it is proved for all of the finding.
  static func bounds(of finding: Finding) -> [String] {
    var bounds = [bound(of: finding.cut)].filter { !$0.isEmpty }
    let others = finding.instances - 1
    if finding.kind == .abandoned, others > 0, !finding.cut.steps.isEmpty {
      // They have the type and the last reference in common, not all that keeps them.
      let rest = others == 1 ? "the other one" : "of the other \(others), each"
      bounds.append("the cut is that of the object shown: \(rest) may be kept elsewhere as well")
    }
    if finding.kind == .abandoned, finding.cut.steps.isEmpty, finding.advice.isEmpty {
      bounds.append("too much keeps it to find a cut: leakcheck path lists the ways to it")
    }
    return bounds
  }

  /// What is true of a cut whose search had to stop; empty where it was complete.
  private static func bound(of cut: Cut) -> String {
    if cut.isExact { return "" }
    let minimal =
      cut.isMinimal
      ? "no reference of this cut can be left out" : "that each reference is needed was not shown"
    return "too much keeps these objects to compare all cuts: this one is sufficient, \(minimal),"
      + " and a cheaper one may exist"
  }

  /// What is kept besides the path, who holds a reachable cycle, and how much more is on cycles with it.
  static func surroundings(of finding: Finding) -> [String] {
    var lines = alsoKeeps(finding).map { [$0] } ?? []
    if let root = finding.rootPath?.objects.first {
      let steps = finding.rootPath?.references.count ?? 0
      let away = "\(steps) reference\(steps == 1 ? "" : "s") away"
      lines.append(
        steps == 0 ? "\(root.type) is itself held from outside" : "held by \(root.type), \(away)")
    }
    let further = finding.componentObjects - finding.path.objects.count
    if finding.path.isCycle, further > 0 {
      lines.append("\(further) more object\(further == 1 ? " is" : "s are") on cycles with these")
    }
    return lines
  }

  /// What is held beyond the path, by type: the largest three types and a count of the others.
  static func alsoKeeps(_ finding: Finding) -> String? {
    guard let storage = finding.path.objects.first?.graph.storage else { return nil }
    let others = others(of: finding)
    guard !others.isEmpty else { return nil }
    // A finding may keep millions of objects, so sums are found by number.
    let (types, sizes) = (storage.types.array, storage.sizes)
    var numbers = PairTable()
    var groups: [(type: String, count: Int, bytes: Int64)] = []
    for object in others {
      let type = types[Int(object)]
      let number = Int(numbers.number(of: Int64(type), 0))
      if number == groups.count { groups.append((storage.strings[type], 0, 0)) }
      groups[number].count += 1
      groups[number].bytes = groups[number].bytes.addingSaturated(sizes[Int(object)])
    }
    groups.sort { left, right in
      if left.bytes != right.bytes { return left.bytes > right.bytes }
      return left.count != right.count ? left.count > right.count : left.type < right.type
    }
    let named = groups.prefix(3).map { group in
      group.count == 1 ? group.type : "\(group.type) ×\(group.count)"
    }
    let rest = groups.count > 3 ? ", and \(ByteCountText.count(groups.count - 3, "more type"))" : ""
    let bytes = groups.reduce(Int64(0)) { $0.addingSaturated($1.bytes) }
    let size = bytes > 0 ? " (\(ByteCountText.text(bytes)))" : ""
    return "also keeps \(named.joined(separator: ", "))\(rest)\(size)"
  }
}

extension ReportWords {
  /// What is held besides the path, and besides the objects that stand in its place in the other instances.
  ///
  /// Which those are is known by type alone: as many of each type for every further instance as are on the path.
  private static func others(of finding: Finding) -> [Int32] {
    guard let graph = finding.path.objects.first?.graph else { return [] }
    let held = finding.holds.indices
    var onPath = VertexSet(capacity: Int(graph.objectCount))
    for object in finding.path.objects { onPath.insert(object.index) }
    guard finding.instances > 1 else { return held.filter { !onPath.contains($0) } }
    let types = graph.storage.types
    var alike: [Int32: Int] = [:]
    for object in held where onPath.contains(object) {
      alike[types[Int(object)], default: 0] += finding.instances - 1
    }
    return held.filter { object in
      if onPath.contains(object) { return false }
      let type = types[Int(object)]
      guard let count = alike[type], count > 0 else { return true }
      alike[type] = count - 1
      return false
    }
  }
}

/// The last lines of a report: how many findings, and everything that was looked at.
struct ReportSummary {
  let report: Report

  init(_ report: Report) { self.report = report }

  /// The parts of the summary, in their order.
  var parts: [String] {
    let coverage = report.coverage
    return [
      findings,
      "\(coverage.objects) object\(coverage.objects == 1 ? "" : "s"): \(coverage.reachable) reachable, \(coverage.leaked) leaked,"
        + " \(coverage.freed) freed",
      "\(coverage.references) reference\(coverage.references == 1 ? "" : "s")",
      "\(coverage.roots) held from outside",
    ]
  }

  private var findings: String {
    let total = report.findings.count
    let misuse = report.run.map { $0.misuse.isEmpty ? "" : ", \($0.misuse.count) misuse" } ?? ""
    guard total > 0 else { return "no findings" + misuse }
    var numbers: [Finding.Kind: Int] = [:]
    for kind in report.findings.lazy.map(\.kind) { numbers[kind, default: 0] += 1 }
    let counts = Finding.Kind.allCases.compactMap { kind in
      numbers[kind].map { "\($0) \(kind.rawValue)" }
    }
    return "\(total) finding\(total == 1 ? "" : "s") (\(counts.joined(separator: ", ")))" + misuse
  }

  /// What could not be judged, so that silence is not taken for health.
  var notes: [String] {
    var notes: [String] = []
    if report.suppressed > 0 {
      notes.append("\(report.suppressed) known from the baseline, not shown")
    }
    if report.graph.collector == .tracing {
      notes.append("tracing collector: cycles are no finding")
    }
    if report.graph.extensions.contains("\"x-leaks\":"), report.coverage.objects > 0 {
      notes.append(
        "leaks prints few references: those its text leaves out are not judged")
    }
    // A simulation knows what should be gone, so that nothing being left of it is good news.
    if report.run == nil, report.graph.objects(marked: .expectedGone).isEmpty {
      notes.append("no object is expected gone: abandoned objects could not be judged")
    }
    return notes
  }

  func write(to text: inout TerminalText) {
    let dot = text.symbol(" · ", " - ")
    let style: TerminalText.Style = report.findings.isEmpty ? .strongFix : .leak
    let input = text.clean(report.input, width: 40)
    text.line(.init(parts[0], style), .init(dot + input))
    let rest = parts.dropFirst().joined(separator: dot)
    if rest.count + 2 <= text.options.width {
      text.line(.init("  " + rest, .dim))
    } else {
      for part in parts.dropFirst() { text.line(.init("  " + part, .dim)) }
    }
    for note in notes { text.line(.init("  " + note, .dim)) }
  }
}
