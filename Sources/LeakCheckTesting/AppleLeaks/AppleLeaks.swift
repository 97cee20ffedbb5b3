import LeakCheckAnalysis
import LeakCheckCapture
import LeakCheckGraph
import LeakCheckImport
import LeakCheckReport
import LeakCheckText

/// Finds what keeps live objects where Apple's `leaks` can read the heap and this process cannot: on macOS, and in the
/// simulators that run there.
///
/// `leaks` is asked twice at most: for its trees, which have what nothing reaches, and for each object that is not in
/// them, who refers to it. What it prints is read and judged like any other dump.
package enum AppleLeaks {
  /// What runs `leaks`; `nil` where the system has none.
  @TaskLocal package static var tool: (any LeaksTool)? = LeaksProgram.ofSystem

  /// The most objects of one assertion that are asked about one by one.
  private static let mostTraced = 4

  /// What to say of `objects`, which are alive: path and cut, or, where `leaks` is no help, that and why.
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

  /// The failure that a graph shows, with the findings that have to do with what should be gone.
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

  /// What to say of a live object that may retain itself: the cycle, where `leaks` shows one among all that holds the
  /// object, `nil` where it shows none; and where it is no help, that and why.
  ///
  /// - Complexity: one run of `leaks`.
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

  /// The graph of what `leaks` printed.
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

  /// What is missing of a text.
  static func notes(on graph: ObjectGraph) -> [String] {
    let missing = Report.incompleteness(of: graph)
    return missing.isEmpty
      ? [] : ["what leaks printed is incomplete: \(Escaping.plain(missing, limit: 300))"]
  }
}

extension LifetimeProbe {
  /// The id that the object has in what `leaks` prints; `nil` once it is gone.
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
