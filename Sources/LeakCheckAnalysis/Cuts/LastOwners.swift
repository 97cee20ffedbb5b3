import LeakCheckGraph

/// A judge of whether a cut takes the last owner from an object that is not expected gone.
///
/// The only strong reference to an object is what owns it: made weak, it would free the object at once. What is expected
/// gone is another matter: an owner outside has let go of it, so what refers to it from inside does not own it.
struct LastOwners {
  private let facts: CutFacts

  init(_ facts: CutFacts) { self.facts = facts }

  /// What owns nothing by its nature: a closure was made by the `self` it captures, a child by its parent; and what is not
  /// needed any more when it is cleared.
  ///
  /// Of an object that has made itself the handler of a longer-lived one, its closures may be all that owns it: see
  /// ``isHandler(_:)``.
  private static let neverOwning: [ReferenceRole] = [
    .selfCapture, .parent, .memberOfMany, .clearedWhenDone,
  ]

  /// Whether an object that a step of `cut` refers to has no other retainer, and is not expected gone.
  ///
  /// - Complexity: O(references to the targets of the cut).
  func isTaken(by cut: Cut) -> Bool {
    let references = Set(cut.steps.references)
    return cut.steps.contains { isTaken(by: $0, of: references) }
  }

  /// Whether an object that a step of `cut` makes weak has no other retainer, and is not expected gone; what the cut frees
  /// besides retains nothing.
  ///
  /// Of `self` in its own closures nobody knows that: see ``isHandler(_:)``.
  ///
  /// - Complexity: as ``isTaken(by:)``.
  func areTaken(byWeakStepsOf cut: Cut) -> Bool {
    let references = Set(cut.steps.references)
    let freed = Set(
      cut.steps.filter { isTaken(by: $0, of: references) }.map(\.reference.target.index))
    return cut.steps.contains {
      $0.how == .weak && $0.role != .selfCapture && isTaken(by: $0, of: references, besides: freed)
    }
  }

  private func isTaken(
    by step: Cut.Step, of references: Set<Int32>, besides freed: Set<Int32> = []
  ) -> Bool {
    let target = step.reference.target
    let isHandler = step.role == .selfCapture && isHandler(target)
    if Self.neverOwning.contains(step.role), !isHandler { return false }
    if target.isRoot || target.expectation?.fate == .gone { return false }
    // A live twin shows that something else owns objects like it.
    if step.role != .endedTooLate, step.safety == .proved, !isHandler { return false }
    // What a framework registers, such as a timer in its loop, ends with the call that says so.
    if step.role == .registration, target.owner == .framework { return false }
    // Nobody owns an object by its own timer.
    if EndingEvents.isOfTimer(step.reference) { return false }
    return !facts.retainers.containsEdge(into: target.index) { edge, retainer in
      !references.contains(self.facts.analysis.retaining.references[Int(edge)])
        && !freed.contains(retainer)
    }
  }

  /// Whether an object is on a cycle with one that should be gone, as the handlers of a server are with it.
  ///
  /// An owner outside let go of that one, and of no other: what else the cycle has lived by it, so that an object which
  /// only closures capture lives by these.
  private func isHandler(_ object: ObjectGraph.Object) -> Bool {
    let analysis = facts.analysis
    return !analysis.needed.contains(object.index)
      && facts.componentsOfGone.contains(analysis.components.component[Int(object.index)])
  }

  /// The cut, of which no capture is called proved that alone owns a handler, with others of the cut.
  ///
  /// - Complexity: as ``isTaken(by:)``.
  func withoutProof(_ cut: Cut) -> Cut {
    let references = Set(cut.steps.references)
    let isUnproved = { (step: Cut.Step) in
      step.role == .selfCapture && step.safety == .proved && isTaken(by: step, of: references)
    }
    guard cut.steps.contains(where: isUnproved) else { return cut }
    var cut = cut
    cut.steps = Cut.Steps(
      cut.steps.map { step in
        isUnproved(step)
          ? Cut.Step(cutting: step.reference, as: step.role, by: step.how) : step
      })
    return cut
  }

  /// The cut, where a property that is all that owns its target is cleared when its time is over, and not weak: weak, it
  /// would let its target go as soon as it is stored.
  ///
  /// Of what names or types hint at that is so only beside a `better` cut.
  ///
  /// - Complexity: as ``isTaken(by:)``.
  func lettingGo(_ cut: Cut, beside better: Cut?) -> Cut {
    // What keeps itself does so on purpose, until its work is done.
    if let step = cut.steps.first, step.role == .ownership,
      step.reference.source.index == step.reference.target.index,
      let cleared = cut.clearingProperty
    {
      return cleared
    }
    guard cut.grade?.rank == 1 else { return cut }
    let hasBetter = better?.grade?.rank == 0
    let references = Set(cut.steps.references)
    let isWeakProperty = { (step: Cut.Step) in
      step.how == .weak && !step.reference.isCapture
        && [.property, .associated].contains(step.reference.kind)
    }
    let owners = cut.steps.filter { step in
      ([.ownership, .associated].contains(step.role) || hasBetter) && isWeakProperty(step)
        && isTaken(by: step, of: references)
    }
    guard !owners.isEmpty else { return cut }
    // A property that is weak is so in each object of its class.
    let properties = Set(owners.map(property))
    var cut = cut
    cut.steps = Cut.Steps(
      cut.steps.map { step in
        isWeakProperty(step) && properties.contains(property(of: step)) ? step.cut(by: .end) : step
      })
    return cut
  }

  /// The property that a step is about, and the type that declares it.
  private func property(of step: Cut.Step) -> [String] {
    let declared = step.reference.declaration
    return [
      declared?.type ?? step.reference.source.type, declared?.property ?? step.reference.name,
    ]
  }

  /// Whether a step leads to something that is over and that its holder owned: it leads back to the holder as a part, a
  /// child or a helper does.
  func isOver(_ step: Cut.Step) -> Bool {
    guard step.role == .towardsGone else { return false }
    return step.reference.target.references.prefix(ReferenceRoles.referrerLimit).contains { back in
      back.strength == .strong && back.target.index == step.reference.source.index
        && facts.roles.answer(for: back.index).role.leadsToOwner
    }
  }
}

extension Cut {
  /// The cut with its one property cleared, and not weak; `nil` where that is no other way: of what ends by a call, of a
  /// list, of code, and of a screen, which is held by what shows it.
  ///
  /// - Complexity: O(rows of the catalogue).
  var clearingProperty: Cut? {
    guard let step = soleProperty, step.how == .weak,
      !ClassTraits(of: step.reference.target).isScreen
    else { return nil }
    var cut = self
    cut.steps = Steps([step.cut(by: .end)])
    return cut
  }

  /// The cut with its one property weak, and not cleared, of which nothing is shown: something else has to own its target.
  ///
  /// - Complexity: O(rows of the catalogue).
  var weakeningProperty: Cut? {
    guard let step = soleProperty, step.how == .end, step.role == .towardsGone else { return nil }
    var cut = self
    cut.steps = Steps([Cut.Step(cutting: step.reference, as: step.role, by: .weak)])
    return cut
  }

  /// The one step of the cut, where that is about a property of the app's which holds an object and ends by no call.
  private var soleProperty: Step? {
    guard steps.count == 1, let step = steps.first, CutWords.isProperty(step.reference.name),
      CutWords.isLettingGo(step.reference, step.role), step.reference.source.owner == .app,
      !step.reference.isInValue
    else { return nil }
    return step
  }
}
