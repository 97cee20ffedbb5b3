public import LeakCheckGraph

extension Cut {
  /// One reference of a cut, and what is known of cutting it.
  ///
  /// It holds facts; the words for them are made by ``CutWords`` when they are read, because a cut of a large component
  /// has many references and few are shown.
  public struct Step: Sendable {
    /// The reference.
    public let reference: ObjectGraph.Reference
    /// What the reference is to its holder.
    package let role: ReferenceRole
    /// How to cut it.
    public let how: How
    /// What the graph shows of whether everything needed stays.
    let safetyInGraph: Safety
    /// What running the program again with the cut showed.
    var replay: Replay?

    /// The cut of `reference` by `how`; see the properties.
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

    /// The same reference cut in another way.
    func cut(by how: How) -> Step {
      Step(cutting: reference, as: role, by: how, safety: safetyInGraph)
    }

    /// Whether everything that is needed stays alive.
    public var safety: Safety {
      guard let replay else { return safetyInGraph }
      if replay.missesSomething { return .refuted }
      // A run knows more than the graph of what is ended, but not of every object of a type that is weakened.
      let isShown = replay.freesAll && (how == .end || safetyInGraph != .refuted)
      return isShown ? .proved : min(safetyInGraph, .unknown)
    }

    /// The step as a run tries it: of a property that is cleared, because it is all that owns its target, a run shows
    /// whether it could be weak.
    package var tried: Step {
      let type = reference.target.type
      let letsGo =
        how == .end && CutWords.isLettingGo(reference, role)
        && !ValueTypes.contains(type, named: PlainTypeName(type))
      return letsGo ? cut(by: .weak) : self
    }

    /// What it costs, see ``ReferenceRole``.
    package var cost: Int { role.cost }
  }
}

extension Cut.Step {
  /// The event that ends it, for ``Cut/How/end``.
  public var event: String? {
    how == .end ? CutWords.event(ending: reference, role: role) : nil
  }

  /// What to write, in the words of Swift, or of a program whose memory is traced.
  public var fix: String { CutWords.fix(reference, role: role, how: how) }

  /// Why this reference is the one to cut.
  public var why: String {
    let reason = CutWords.why(
      reference, role: role, how: how, isSafe: safetyInGraph != .refuted || safety == .proved)
    return replay.map { "\(reason); \($0.outcome)" } ?? reason
  }
}
