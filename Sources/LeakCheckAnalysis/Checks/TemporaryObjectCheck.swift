import LeakCheckGraph

/// A check for objects that should be gone and go by themselves, at an event that occurs without a call.
struct TemporaryObjectCheck: Check {
  func candidates(in context: CheckContext) -> [Candidate] {
    let analysis = context.analysis
    let waiting = analysis.gone.members.filter { !analysis.staying.contains($0) }
    let marks = analysis.graph.storage.referenceMarks
    guard !waiting.isEmpty, marks.contains(where: { $0.isStrong && $0.end == .automatically })
    else { return [] }
    let edges = Adjacency(of: analysis.graph) { reference in
      let marks = marks[Int(reference)]
      return marks.isStrong && (marks.end == .unknown || marks.end == .automatically)
    }
    let tails = edges.tails()
    let others = analysis.staying.members.filter { !analysis.reachable.contains($0) }
    let paths = ShortestPaths(
      from: context.labels.sorted(analysis.roots) + others, along: edges, tails: tails,
      label: { context.labels.label(ofEdge: $0, in: edges) },
      isClosed: { analysis.gone.contains(tails[$0]) })
    return waiting.compactMap { object in
      paths.path(to: object).flatMap { path in
        let references = path.map { analysis.graph.reference(edges.references[Int($0)]) }
        return candidate(object, references, context)
      }
    }
  }

  private func candidate(
    _ index: Int32, _ references: [ObjectGraph.Reference], _ context: CheckContext
  ) -> Candidate? {
    guard let first = references.first,
      let automatic = references.first(where: { $0.marks.end == .automatically })
    else { return nil }
    let fingerprint = Fingerprint.text(
      .temporary, references: Array(references.suffix(1)), isCycle: false,
      object: context.analysis.graph.object(index))
    return Candidate(
      kind: .temporary, severity: .note, isReachable: false, fingerprint: fingerprint,
      extent: .only([index]), size: context.size(of: .only([index])), first: first.source.index,
      finding: { finding(index, references, automatic, fingerprint, $0) })
  }

  private func finding(
    _ index: Int32, _ references: [ObjectGraph.Reference], _ automatic: ObjectGraph.Reference,
    _ fingerprint: String, _ context: CheckContext
  ) -> Finding {
    let object = context.analysis.graph.object(index)
    let words = CutWords.words(for: object)
    let event = automatic.until?.event ?? ""
    let holder = CutWords.words(for: automatic.source)
    return Finding(
      kind: .temporary, severity: .note,
      fingerprint: fingerprint,
      message: "\(words) should be gone and is held until \(clause(event)), which comes by itself",
      isReachable: false, path: LeakTrace(from: references[0].source, along: references),
      holds: RetainedSet([object]), cut: .none,
      why: "\(holder) lets go \(isCall(event) ? "at" : "when") \(clause(event));"
        + " until then \(words) lives on.",
      advice: "nothing to mend, unless \(words) must go before \(clause(event))")
  }

  /// An event in a sentence: a call stands for itself, of a verb such as `fires` the holder is the subject.
  private func clause(_ event: String) -> String {
    let isVerb = !event.contains(" ") && event.hasSuffix("s") && !isCall(event)
    return isVerb ? "it \(event)" : event
  }

  private func isCall(_ event: String) -> Bool {
    event.hasSuffix(")") || !event.contains(" ") && !event.hasSuffix("s")
  }
}
