import LeakCheckAnalysis
package import LeakCheckGraph
import LeakCheckReport
package import LeakCheckText
import LeakCheckLocks

/// A graph without what may stay behind.
package struct Settlement {
  /// The graph; what may stay is not expected gone any more.
  package var graph: ObjectGraph
  /// Which types more stayed behind of than may.
  package var notes: [String] = []
  /// How much stayed behind of each line of what is allowed.
  var counts: [Int] = []
}

/// The leaks that may stay behind, and how many did: one ledger for all tests that are counted together.
package final class AllowanceLedger: Sendable {
  fileprivate struct Line {
    var allowed: AllowedLeak
    var left = 0
  }

  private let lines: Mutex<[Line]>
  private let hasJudged = Mutex(false)

  package init(_ allowed: [AllowedLeak]) { lines = Mutex(allowed.map { Line(allowed: $0) }) }

  /// Allows these too; for a type that is known, the greater count holds.
  package func merge(_ allowed: [AllowedLeak]) {
    lines.withLock { lines in
      for new in allowed {
        guard let known = lines.firstIndex(where: { $0.allowed.isAlike(new) }) else {
          lines.append(Line(allowed: new))
          continue
        }
        let old = lines[known].allowed.count
        lines[known].allowed.count = old.flatMap { old in new.count.map { max(old, $0) } }
      }
    }
  }

  /// The types of which any number may stay.
  package var uncounted: [Glob] {
    lines.withLock { lines in
      lines.map(\.allowed).filter { $0.part == .type && $0.count == nil }.map { Glob($0.pattern) }
    }
  }

  /// Takes what may stay out of what is expected gone; more than may stay, stays in, with a note.
  package func settlement(of graph: ObjectGraph) -> Settlement {
    let analysis = GraphAnalysis(of: graph)
    let leaks = CoveredLeaks(in: analysis)
    var settlement = Settlement(graph: graph)
    var forgiven: Set<Int32> = []
    for var line in lines.withLock({ $0 }) {
      let covered = leaks.covered(by: line.allowed)
      settlement.counts.append(covered.count)
      line.left += covered.count
      if let excess = line.excess, covered.count > 0 {
        settlement.notes.append(excess)
      } else {
        forgiven.formUnion(covered.objects)
      }
    }
    guard !forgiven.isEmpty else { return settlement }
    var amendment = GraphAmendment(of: graph)
    amendment.expect(nil, of: forgiven.sorted())
    settlement.graph = amendment.amended()
    return settlement
  }

  /// Counts what stayed behind.
  package func enter(_ settlement: Settlement) {
    hasJudged.withLock { $0 = true }
    lines.withLock { lines in
      for (index, count) in settlement.counts.enumerated() where index < lines.count {
        lines[index].left += count
      }
    }
  }

  /// What to say of counts that can be lowered; nothing where no heap could be read.
  package var slack: [String] {
    guard hasJudged.withLock({ $0 }) else { return [] }
    return lines.withLock { lines in
      lines.compactMap { line in
        guard let count = line.allowed.count, line.left < count else { return nil }
        return "\(count) of \(line.allowed.pattern) are allowed and \(line.left) stayed behind:"
          + " lower the count to \(line.left)"
      }
    }
  }
}

extension AllowanceLedger.Line {
  fileprivate var excess: String? {
    guard let count = allowed.count, left > count else { return nil }
    return
      "\(left) of \(allowed.pattern) stayed behind and \(count) are allowed (\(allowed.reason))"
  }
}

/// The leaks of a graph, by what may be allowed.
private struct CoveredLeaks {
  private let held: [ObjectGraph.Object]
  private let findings: [Finding]

  init(in analysis: GraphAnalysis) {
    held = analysis.gone.members.filter(analysis.reachable.contains).map(analysis.graph.object)
    findings = analysis.gone.members.isEmpty ? [] : Checks.findings(in: analysis)
  }

  /// The objects that something allows, and how many leaks they are.
  func covered(by allowed: AllowedLeak) -> (objects: [Int32], count: Int) {
    if allowed.part == .type {
      let objects = held.filter { allowed.covers($0.type) }.map(\.index)
      return (objects, objects.count)
    }
    let leaks = findings.filter { finding in
      allowed.part == .path
        ? Glob(allowed.pattern).matches(PathLine(finding.path).text)
        : !finding.isReachable && finding.path.objects.contains { allowed.covers($0.type) }
    }
    let objects = leaks.flatMap { $0.path.objects + $0.holds.objects }
    return (objects.filter { $0.expectation?.fate == .gone }.map(\.index), leaks.count)
  }
}
