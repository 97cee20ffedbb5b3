import LeakCheckGraph

/// Advice for a victim: an app object that merely hangs off a framework's cycle.
enum VictimAdvice {
  static func text(_ members: [Int32], _ context: CheckContext) -> String? {
    let analysis = context.analysis
    guard analysis.isFramework(members), let nearest = context.victims.nearest(to: members) else {
      return nil
    }
    let victim = analysis.graph.object(nearest.object)
    let reference = analysis.references([nearest.edge])[0]
    let (name, holder) = (CutWords.words(for: victim), CutWords.words(for: reference.source))
    let by = reference.name.isEmpty ? "" : ".\(reference.name)"
    return "the cycle is a framework's; \(name) is a victim that merely hangs off it by"
      + " \(holder)\(by): that is the first reference to cut for an object of your own"
  }
}

/// Advice about a call that ends another reference of the same object and may end this one as well.
enum EndedElsewhereAdvice {
  static func text(_ cut: Cut, _ context: CheckContext) -> String? {
    let called = context.calledObjects
    if called.isEmpty { return nil }
    // Asked of each reference of a cut that may have very many.
    let sources = context.analysis.graph.storage.sources
    let texts = cut.steps.lazy.compactMap { step -> String? in
      guard step.how == .end, called.contains(sources[Int(step.reference.index)]),
        step.reference.until == nil, let event = step.event
      else { return nil }
      let holder = step.reference.source
      let others = (holder.referrers + holder.references).filter { other in
        other.until?.event == event && [.inTeardown, .automatically].contains(other.until?.called)
      }
      guard let other = others.first else { return nil }
      let name = other.name.isEmpty ? "" : ".\(other.name)"
      return
        "the graph says that \(event) is called, for \(CutWords.words(for: other.source))\(name):"
        + " where that call ends this reference too, say so with the same \"until\""
    }
    return texts.first
  }
}

/// Advice about surplus retains of objects on a cycle, which keep the cycle alive whatever is cut.
enum SurplusAdvice {
  static func text(_ members: [Int32], _ analysis: GraphAnalysis) -> String? {
    // Nothing reaches them, so none is held.
    let over = members.filter(analysis.isKeptFromOutside)
    guard let first = over.first else { return nil }
    let object = analysis.graph.object(first)
    let seen = object.referrers.count { $0.strength == .strong }
    let words = CutWords.words(for: object)
    let others = over.count == 1 ? "" : ", and \(over.count - 1) more on the cycle alike"
    let surplus = Int(object.retainCount ?? 0) - seen
    let balanced =
      surplus == 1
      ? "the other retain is balanced by a release"
      : "the other \(surplus) retains are balanced by releases"
    return "\(words) has a retain count of \(object.retainCount ?? 0) and"
      + " \(CountWords.strongReferences(seen)) to it\(others): the cut frees it only once \(balanced)"
  }
}
