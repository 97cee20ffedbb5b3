import LeakCheckGraph

/// Objects that nothing reaches and no cycle keeps, yet that are retained more often than references say.
struct LeakedObjectCheck: Check {
  func candidates(in suspicion: Suspicion) -> [Candidate] {
    let graph = suspicion.analysis.graph
    var fingerprints: [Int32: String] = [:]
    return suspicion.analysis.overRetained.map { index in
      let type = graph.storage.types[Int(index)]
      let fingerprint =
        fingerprints[type]
        ?? Fingerprint.text(.leaked, references: [], isCycle: false, object: graph.object(index))
      fingerprints[type] = fingerprint
      return Candidate(
        kind: .leaked, severity: suspicion.severity(of: [], to: index), isReachable: false,
        fingerprint: fingerprint, extent: .objects([index]),
        size: suspicion.size(of: .objects([index])), first: index,
        finding: { finding(index, fingerprint, suspicion) })
    }
  }

  private func finding(
    _ index: Int32, _ fingerprint: String, _ suspicion: Suspicion
  ) -> Finding {
    let object = suspicion.analysis.graph.object(index)
    let trace = LeakTrace(from: object, along: [])
    let count = Int(object.retainCount ?? 0)
    let seen = object.referrers.count { $0.strength == .strong }
    let words = CutWords.words(for: object)
    return Finding(
      kind: .leaked, severity: suspicion.severity(of: trace),
      fingerprint: fingerprint,
      message: .leaked(words, count: count, seen: seen),
      isReachable: false, path: trace,
      holds: suspicion.holding(of: [.objects([index])]),
      cut: .none,
      why: "Its retain count is \(count), and \(seen) strong references to it are in the graph:"
        + " \(count - seen) more retains than releases.",
      advice: "balance the retains of \(words): look for Unmanaged.passRetained, CFRetain or"
        + " withExtendedLifetime without the matching release")
  }
}

extension String {
  fileprivate static func leaked(_ object: String, count: Int, seen: Int) -> String {
    "\(object) has leaked: it is retained \(count) times and the graph has \(seen) strong references to it"
  }
}
