public import LeakCheckGraph

extension Cut {
  /// One reference of a cut, with facts about cutting it.
  ///
  /// ``CutWords`` makes the wording from these facts when it is read, because a cut of a large component has many
  /// references and a report shows few.
  public struct Step: Sendable {
    /// The reference to cut.
    public let reference: ObjectGraph.Reference
    /// The role of the reference.
    package let role: ReferenceRole
    /// The way to cut the reference.
    public let how: How
    /// The graph's evidence whether everything needed stays.
    let safetyInGraph: Safety
    /// The result of a second run of the program with the cut.
    var replay: Replay?

    /// Creates the cut of `reference` by `how`; see the properties.
    package init(
      cutting reference: ObjectGraph.Reference, as role: ReferenceRole, by how: How,
      safety: Safety = .unknown
    ) {
      self.reference = reference
      self.role = role
      // What has no other owner must get one first.
      self.how = safety == .refuted && how == .weak ? .moveOwnership : how
      safetyInGraph = safety
    }

    /// Returns a cut of the same reference in another way.
    func cut(by how: How) -> Step {
      Step(cutting: reference, as: role, by: how, safety: safetyInGraph)
    }

    /// Whether everything needed stays alive.
    public var safety: Safety {
      guard let replay else { return safetyInGraph }
      if replay.missesSomething { return .refuted }
      // A run knows more than the graph of what is ended, but not of every object of a type that is weakened.
      let isShown = replay.freesAll && (how == .end || safetyInGraph != .refuted)
      return isShown ? .proved : min(safetyInGraph, .unknown)
    }

    /// The step in the form in which a run tries it: for a cleared property that alone owns its target, a run shows
    /// whether the property could be weak.
    package var tried: Step {
      let type = reference.target.type
      let letsGo =
        how == .end && CutWords.isLettingGo(reference, role)
        && !ValueTypes.contains(type, named: PlainTypeName(type))
      return letsGo ? cut(by: .weak) : self
    }

    /// The price of the cut; see ``ReferenceRole``.
    package var cost: Int { role.cost }
  }
}

extension Cut.Step {
  /// The event that ends the reference, for ``Cut/How/end``.
  public var event: String? {
    how == .end ? CutWords.event(ending: reference, role: role) : nil
  }

  /// The fix in words, for Swift or for a program with traced memory.
  public var fix: String { CutWords.fix(reference, role: role, how: how) }

  /// The reason to cut this reference.
  public var why: String {
    let reason = CutWords.why(
      reference, role: role, how: how, safety: safety == .proved ? .proved : safetyInGraph)
    return replay.map { "\(reason); \($0.outcome)" } ?? reason
  }
}
