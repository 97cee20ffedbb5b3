import LeakCheckGraph

/// A check for unreachable objects outside cycles with more retains than references.
struct LeakedObjectCheck: Check {
  func candidates(in context: CheckContext) -> [Candidate] {
    let graph = context.analysis.graph
    var fingerprints: [Int32: String] = [:]
    return context.analysis.overRetained.map { index in
      let type = graph.storage.types[Int(index)]
      let fingerprint =
        fingerprints[type]
        ?? Fingerprint.text(.leaked, references: [], isCycle: false, object: graph.object(index))
      fingerprints[type] = fingerprint
      return Candidate(
        kind: .leaked, severity: context.severity(of: [], to: index), isReachable: false,
        fingerprint: fingerprint, extent: .objects([index]),
        size: context.size(of: .objects([index])), first: index,
        finding: { finding(index, fingerprint, $0) })
    }
  }

  private func finding(
    _ index: Int32, _ fingerprint: String, _ context: CheckContext
  ) -> Finding {
    let object = context.analysis.graph.object(index)
    let trace = LeakTrace(from: object, along: [])
    let count = Int(object.retainCount ?? 0)
    let seen = object.referrers.count { $0.strength == .strong }
    let words = CutWords.words(for: object)
    let isAssumed = object.graph.assumesRetainCounts
    return Finding(
      kind: .leaked, severity: context.severity(of: trace),
      fingerprint: fingerprint,
      message: isAssumed
        ? "\(words) has leaked: nothing that is printed refers to it"
        : .leaked(words, count: count, seen: seen),
      isReachable: false, path: trace,
      holds: context.retainedSet(of: [.objects([index])]),
      cut: .none,
      why: isAssumed
        ? "The dump calls it leaked and prints \(CountWords.strongReferences(seen)) to it, and no counts."
        : "Its retain count is \(count), and \(CountWords.strongReferences(seen)) to it"
          + " \(seen == 1 ? "is" : "are") in the graph: \(CountWords.surplus(count - seen)).",
      advice: advice(object))
  }

  private func advice(_ object: ObjectGraph.Object) -> String {
    let words = CutWords.words(for: object)
    if isPlainMemory(object) { return "find the allocation of \(words) whose free is missing" }
    return "balance the retains of \(words): look for Unmanaged.passRetained or CFRetain without"
      + " the matching release"
  }

  /// Whether an object is memory that nobody retains, only frees: `malloc`, as tools call what they know no type of.
  private func isPlainMemory(_ object: ObjectGraph.Object) -> Bool {
    object.type == "malloc" || object.type.hasPrefix("malloc<") || object.type == "non-object"
  }
}

extension String {
  fileprivate static func leaked(_ object: String, count: Int, seen: Int) -> String {
    "\(object) has leaked: it is retained \(CountWords.times(count)) and the graph has"
      + " \(CountWords.strongReferences(seen)) to it"
  }
}
