import LeakCheckAnalysis
import LeakCheckCapture
import LeakCheckGraph
import LeakCheckImport
import LeakCheckReport
import LeakCheckText

/// A search for what keeps live objects alive with Apple's `leaks`, on macOS and in simulators on a Mac.
///
/// It asks `leaks` for its trees, which contain what nothing reaches, and then for the referrers of each object that is
/// not in them. It reads and judges the output like any other dump.
package enum AppleLeaks {
  /// The tool that runs `leaks`, or `nil` if the system has none.
  @TaskLocal package static var tool: (any LeaksTool)? = LeaksProgram.ofSystem

  /// The largest number of objects per assertion to ask about individually.
  private static let mostTraced = 4

  /// Returns the failure for live `objects`: path and cut, or the reason why `leaks` cannot help.
  static func failure(
    of objects: [LifetimeProbe], _ claim: LeakClaim, refusal: CaptureError
  ) -> LeakFailure {
    guard refusal.code == .unsupportedSystem, let tool else { return .refused(refusal, claim) }
    var claim = claim
    do throws(LeaksRefusal) {
      let found = try Self.found(of: objects, by: tool)
      claim.notes += found.notes
      if let failure = judged(found.graph, claim) { return failure }
      throw LeaksRefusal("it shows nothing that keeps the object")
    } catch {
      claim.notes.append("leaks was asked for the path: \(error.reason)")
      return .refused(refusal, claim)
    }
  }

  /// Returns the failure that a graph shows, with the findings about objects that should be gone.
  private static func judged(_ graph: ObjectGraph, _ claim: LeakClaim) -> LeakFailure? {
    let analysis = GraphAnalysis(of: graph)
    let findings = Checks.findings(in: analysis).filter { claim.counts($0) }
    let own = findings.filter { finding in
      (finding.path.objects + finding.holds.objects).contains {
        $0.expectation?.reason == reason
      }
    }
    guard !findings.isEmpty else { return nil }
    return .judged(own.isEmpty ? findings : own, of: analysis, claim)
  }

  /// Returns the failure for a live object that may retain itself.
  ///
  /// - Returns: the cycle if `leaks` shows one among the object's holders, `nil` if it shows none, or the reason why
  ///   `leaks` cannot help.
  /// - Complexity: One run of `leaks`.
  static func cycles(through object: LifetimeProbe, refusal: CaptureError) -> LeakFailure? {
    var claim = LeakClaim(kind: .noCycles)
    guard refusal.code == .unsupportedSystem, let tool, let id = object.leaksID else {
      return .refused(refusal, claim)
    }
    do throws(LeaksRefusal) {
      let trace = try read(tool.text(["--traceTree=\(id.hexadecimal)"]))
      var excerpt = LeaksExcerpt()
      let isUnknown = !excerpt.add(trace, around: [id]).isEmpty
      guard !isUnknown, let graph = excerpt.graph() else {
        throw LeaksRefusal("it does not know the object")
      }
      claim.notes = Self.notes(on: trace)
      if let failure = judged(graph, claim) { return failure }
      // What is missing may be the cycle.
      if let missing = claim.notes.first { throw LeaksRefusal(missing) }
      return nil
    } catch {
      claim.notes = [LeftoverRefusal.words(of: error)]
      return .refused(refusal, claim)
    }
  }

  private static let reason = "should be deallocated"

  private static func found(
    of objects: [LifetimeProbe], by tool: any LeaksTool
  ) throws(LeaksRefusal) -> (graph: ObjectGraph, notes: [String]) {
    let ids = objects.compactMap(\.leaksID)
    var excerpt = LeaksExcerpt()
    let trees = try read(tool.text([]))
    var notes = Self.notes(on: trees)
    let rooted = excerpt.add(trees, around: ids)
    var refusal = LeaksRefusal("it does not know the object")
    for id in rooted.prefix(mostTraced) {
      do throws(LeaksRefusal) {
        let trace = try read(tool.text(["--traceTree=\(id.hexadecimal)"]))
        if excerpt.add(trace, around: [id]).isEmpty { notes += Self.notes(on: trace) }
      } catch {
        refusal = error
      }
    }
    guard let graph = excerpt.graph(expectingGone: ids, because: reason) else { throw refusal }
    return (graph, notes)
  }

  /// Reads the graph from the output of `leaks`.
  static func read(_ text: [UInt8]) throws(LeaksRefusal) -> ObjectGraph {
    do throws(InputError) {
      return try AppleLeaksReader().read(text, from: "leaks")
    } catch {
      // The first line that it prints of a process it may not look into.
      let refused = String(decoding: text.prefix(4096), as: UTF8.self)
        .split(whereSeparator: \.isNewline).first { $0.contains("not debuggable") }
      throw LeaksRefusal(
        refused.map { Escaping.plain(String($0), limit: 300) }
          ?? "its text cannot be read: \(error)")
    }
  }

  /// Returns notes about missing parts of an output.
  static func notes(on graph: ObjectGraph) -> [String] {
    let missing = Report.incompleteness(of: graph)
    return missing.isEmpty
      ? [] : ["what leaks printed is incomplete: \(Escaping.plain(missing, limit: 300))"]
  }
}

extension LifetimeProbe {
  /// The object's id in the output of `leaks`, or `nil` once the object is gone.
  fileprivate var leaksID: ObjectID? {
    maskedAddress.map { .number(Int64(bitPattern: UInt64(~$0))) }
  }
}

extension ObjectID {
  fileprivate var hexadecimal: String {
    if case .number(let value) = self {
      "0x" + String(UInt64(bitPattern: value), radix: 16)
    } else {
      description
    }
  }
}
