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
    /// Whether the graph shows that everything needed stays.
    let isSafeInGraph: Bool
    /// What running the program again with the cut showed.
    var replay: Replay?

    /// The cut of `reference` by `how`; see the properties.
    package init(
      cutting reference: ObjectGraph.Reference, as role: ReferenceRole, by how: How,
      isSafe: Bool = true
    ) {
      self.reference = reference
      self.role = role
      // What has no other owner must get one first.
      self.how = !isSafe && how == .weak ? .moveOwnership : how
      isSafeInGraph = isSafe
    }

    /// The same reference cut in another way.
    func cut(by how: How) -> Step {
      Step(cutting: reference, as: role, by: how, isSafe: isSafeInGraph)
    }

    /// Whether everything that is needed stays alive.
    public var isSafe: Bool {
      if replay?.missesSomething == true { return false }
      return isHarmlessEnd || isSafeInGraph
    }

    /// Whether a run has shown that nobody misses what the step ends.
    var isHarmlessEnd: Bool { how == .end && replay?.freesAll == true }

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
    let reason = CutWords.why(reference, role: role, isSafe: isSafeInGraph || isHarmlessEnd)
    return replay.map { "\(reason); \($0.outcome)" } ?? reason
  }
}
