import LeakCheckGraph

/// Evidence in the graph, other than names, that nothing misses a reference.
///
/// That no needed object goes is not enough. Two objects that keep each other and that nothing else keeps need nobody's
/// reference, whichever is cut; yet one of them owns the other, and to weaken its reference breaks the program. So a cut
/// is proved only where something tells that the target has another owner.
///
/// A class, because it looks for twins when it is first asked. Not for use by several threads at once.
final class SafetyEvidence {
  private let facts: CutFacts
  private lazy var twins = LiveTwins(facts)

  private var analysis: GraphAnalysis { facts.analysis }

  init(_ facts: CutFacts) { self.facts = facts }

  /// How safe it is to cut an edge as `role`, given that everything needed stays.
  ///
  /// - Complexity: O(1), after O(objects) the first time that a twin is looked for.
  func safety(ofCutting edge: Int32, as role: ReferenceRole) -> Cut.Safety {
    let target = analysis.retaining.heads[Int(edge)]
    // What is needed stays, so something else keeps it.
    if analysis.needed.contains(target) { return .proved }
    if isShownByItself(edge, role) { return .proved }
    return twins.haveOtherOwner(ofTarget: edge) ? .proved : .unknown
  }

  /// Whether the reference itself shows it: a closure was made by the `self` that it captures, and an owner outside
  /// has let go of what should be gone, whereas what refers to it may stay.
  private func isShownByItself(_ edge: Int32, _ role: ReferenceRole) -> Bool {
    if role == .selfCapture || role == .endedTooLate { return true }
    return analysis.gone.contains(analysis.retaining.heads[Int(edge)])
      && !analysis.gone.contains(analysis.tails[Int(edge)])
  }
}

/// Objects that are rightly alive, by what else than one declaration holds objects of their type.
private struct LiveTwins {
  /// The declaration by which roots hold the first live object of each type, -1 for none.
  private var owner: [Int32]
  /// Whether another declaration holds one too, or a root is one.
  private var hasOthers: [Bool]
  private let analysis: GraphAnalysis
  private let declarations: Declarations

  init(_ facts: CutFacts) {
    analysis = facts.analysis
    declarations = facts.declarations
    let (storage, edgeTo) = (analysis.graph.storage, facts.rootPaths.edgeTo)
    owner = [Int32](repeating: -1, count: storage.strings.count)
    hasOthers = [Bool](repeating: false, count: storage.strings.count)
    let (types, declaration) = (storage.types.array, declarations.declaration)
    for object in analysis.needed.members {
      let (type, edge) = (Int(types[Int(object)]), edgeTo[Int(object)])
      let found = edge < 0 ? -2 : declaration[Int(edge)]
      if owner[type] == -1, found >= 0 {
        owner[type] = found
      } else if found != owner[type] {
        hasOthers[type] = true
      }
    }
  }

  /// Whether a live object of the type of an edge's target is held by something else than the edge's declaration.
  ///
  /// Closures, collections and what frameworks have say nothing by their type.
  func haveOtherOwner(ofTarget edge: Int32) -> Bool {
    let target = analysis.graph.object(analysis.retaining.heads[Int(edge)])
    guard target.owner == .app, ![.closure, .collection, .box].contains(target.kind) else {
      return false
    }
    let type = Int(analysis.graph.storage.types[Int(target.index)])
    if hasOthers[type] { return true }
    return owner[type] >= 0 && owner[type] != declarations.declaration[Int(edge)]
  }
}
