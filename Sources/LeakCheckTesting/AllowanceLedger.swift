import LeakCheckAnalysis
package import LeakCheckGraph
import LeakCheckReport
package import LeakCheckText
import LeakCheckLocks

/// A graph without allowed leaks.
package struct Settlement {
  /// The graph, in which allowed objects are no longer expected gone.
  package var graph: ObjectGraph
  /// The notes about types with more leaks than allowed.
  package var notes: [String] = []
  /// The number of leaks for each line of the ledger.
  var counts: [Int] = []
}

/// A ledger of the allowed leaks and their numbers, for all tests that count together.
package final class AllowanceLedger: Sendable {
  fileprivate struct Line {
    var allowed: AllowedLeak
    var left = 0
  }

  private let lines: Mutex<[Line]>
  private let hasJudged = Mutex(false)

  package init(_ allowed: [AllowedLeak]) { lines = Mutex(allowed.map { Line(allowed: $0) }) }

  /// Adds allowed leaks; for a known type, the larger count applies.
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

  /// Removes allowed leaks from the objects expected gone; excess leaks stay, with a note.
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

  /// Counts the leaks.
  package func enter(_ settlement: Settlement) {
    hasJudged.withLock { $0 = true }
    lines.withLock { lines in
      for (index, count) in settlement.counts.enumerated() where index < lines.count {
        lines[index].left += count
      }
    }
  }

  /// The notes about counts that can be lowered, empty if no heap could be read.
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

/// The leaks in a graph, for comparison with allowed ones.
private struct CoveredLeaks {
  private let held: [ObjectGraph.Object]
  private let findings: [Finding]

  init(in analysis: GraphAnalysis) {
    held = analysis.gone.members.filter(analysis.reachable.contains).map(analysis.graph.object)
    findings = analysis.gone.members.isEmpty ? [] : Checks.findings(in: analysis)
  }

  /// Returns the objects that an allowed leak covers, and the number of leaks.
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
