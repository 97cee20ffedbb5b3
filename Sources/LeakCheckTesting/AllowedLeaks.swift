import LeakCheckAnalysis
package import LeakCheckGraph
import Synchronization

/// A type of which objects may stay behind, how many, and why.
///
/// Only objects that something still holds are let pass, such as a cache's; a leaked retain cycle never is.
public struct AllowedLeak: Hashable, Sendable {
  /// The type's name, with or without its module.
  public var type: String
  /// The most objects that may stay, or `nil` for any number.
  public var count: Int?
  /// Why they may stay.
  public var reason: String

  /// Lets `count` objects of a type stay behind.
  ///
  /// ```swift
  /// @Suite(.leakChecked(allowing: [.type("ImageCache", count: 1, because: "lives as long as the app")]))
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type's name, with or without its module.
  ///   - count: the most objects of all tests together; more fail, fewer are told, so that it can be lowered.
  ///   - reason: why, for the next reader.
  /// - Returns: what may stay.
  public static func type(
    _ type: String, count: Int? = nil, because reason: String
  ) -> AllowedLeak {
    AllowedLeak(type: type, count: count, reason: reason)
  }

  func covers(_ type: String) -> Bool { type == self.type || type.hasSuffix("." + self.type) }
}

/// A graph without what may stay behind.
package struct Settlement {
  /// The graph; what may stay is not expected gone any more.
  package var graph: ObjectGraph
  /// Which types more stayed behind of than may.
  package var notes: [String] = []
  /// How many objects stayed behind of each type that is allowed.
  var counts: [String: Int] = [:]
}

/// What may stay behind, and how much of it has: one for all tests that are counted together.
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
        guard let known = lines.firstIndex(where: { $0.allowed.type == new.type }) else {
          lines.append(Line(allowed: new))
          continue
        }
        let old = lines[known].allowed.count
        lines[known].allowed.count = old.flatMap { old in new.count.map { max(old, $0) } }
      }
    }
  }

  /// The types of which any number may stay.
  package var uncounted: Set<String> {
    lines.withLock { Set($0.filter { $0.allowed.count == nil }.map(\.allowed.type)) }
  }

  /// Takes what may stay out of what is expected gone; more than may stay, stays in, with a note.
  package func settlement(of graph: ObjectGraph) -> Settlement {
    let analysis = GraphAnalysis(of: graph)
    let held = analysis.gone.members.filter(analysis.reachable.contains).map(graph.object)
    var settlement = Settlement(graph: graph)
    var forgiven: Set<Int32> = []
    for var line in lines.withLock({ $0 }) {
      let objects = held.filter { line.allowed.covers($0.type) }
      settlement.counts[line.allowed.type] = objects.count
      line.left += objects.count
      if let excess = line.excess, !objects.isEmpty {
        settlement.notes.append(excess)
      } else {
        forgiven.formUnion(objects.map(\.index))
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
      for index in lines.indices {
        lines[index].left += settlement.counts[lines[index].allowed.type] ?? 0
      }
    }
  }

  /// What to say of counts that can be lowered; nothing where no heap could be read.
  package var slack: [String] {
    guard hasJudged.withLock({ $0 }) else { return [] }
    return lines.withLock { lines in
      lines.compactMap { line in
        guard let count = line.allowed.count, line.left < count else { return nil }
        return "\(count) of \(line.allowed.type) are allowed and \(line.left) stayed behind:"
          + " lower the count to \(line.left)"
      }
    }
  }
}

extension AllowanceLedger.Line {
  fileprivate var excess: String? {
    guard let count = allowed.count, left > count else { return nil }
    return "\(left) of \(allowed.type) stayed behind and \(count) are allowed (\(allowed.reason))"
  }
}
