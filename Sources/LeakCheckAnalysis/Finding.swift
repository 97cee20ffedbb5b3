public import LeakCheckGraph

/// One thing wrong with a graph: what, where, why, what it costs, and what to change.
public struct Finding: Sendable {
  /// What is wrong.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A strongly connected component of retaining references.
    case cycle
    /// An unreachable object with more retains than references to it.
    case leaked
    /// An object that should be gone and is reachable.
    case abandoned
    /// A reference that does not retain, to an object that goes before its holder.
    case dangling
    /// A reference that only the `deinit` of an object it keeps alive would end.
    case teardownNeverRuns = "teardown-never-runs"
    /// An object that should be gone, and goes at an event that comes by itself.
    case temporary
  }

  /// How grave a finding is, the gravest last.
  public enum Severity: String, CaseIterable, Comparable, Hashable, Sendable {
    /// For information.
    case note
    /// Worth a look.
    case warning
    /// A defect.
    case error

    /// The order note, warning, error.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// What is wrong.
  public var kind: Kind
  /// How grave it is.
  public var severity: Severity
  /// The same for the same bug, over runs and machines; see ``Fingerprint``.
  public var fingerprint: String
  /// How many places of the graph have this fingerprint, at least 1.
  public var instances: Int = 1
  /// What is wrong, in one sentence.
  public var message: String
  /// Whether a root reaches it: a reachable cycle leaks when its last outside reference goes.
  public var isReachable: Bool
  /// The cycle, or the path from the root to the object.
  public var path: LeakTrace
  /// For a reachable cycle: the path from a root to the first object of ``path``.
  public var rootPath: LeakTrace?
  /// The objects of the strongly connected component that ``path`` runs through; 1 where there is none.
  public var componentObjects: Int = 1
  /// The retaining references inside that component.
  public var componentReferences: Int = 0
  /// What would be freed with the finding's objects, they included, in all instances together.
  public var holds: Holding
  /// The cheapest safe set of references to cut; empty where cutting is not the answer.
  public var cut: Cut
  /// Other sufficient cuts, the cheapest first.
  public var alternatives: [Cut] = []
  /// Why the objects are kept, in a sentence or two.
  public var why: String
  /// What to do where no reference needs to be cut, or how the cuts belong together; else empty.
  public var advice: String = ""

  /// A finding as a check makes it; see the properties.
  package init(
    kind: Kind, severity: Severity, fingerprint: String, instances: Int = 1, message: String,
    isReachable: Bool, path: LeakTrace, rootPath: LeakTrace? = nil, componentObjects: Int = 1,
    componentReferences: Int = 0, holds: Holding, cut: Cut, alternatives: [Cut] = [],
    why: String, advice: String = ""
  ) {
    self.kind = kind
    self.severity = severity
    self.fingerprint = fingerprint
    self.instances = instances
    self.message = message
    self.isReachable = isReachable
    self.path = path
    self.rootPath = rootPath
    self.componentObjects = componentObjects
    self.componentReferences = componentReferences
    self.holds = holds
    self.cut = cut
    self.alternatives = alternatives
    self.why = why
    self.advice = advice
  }
}

/// A walk along references: a cycle that ends where it begins, or a path.
public struct LeakTrace: Sendable {
  /// The references in order.
  public var references: [ObjectGraph.Reference]
  /// The objects in order: one more than references on a path, as many on a cycle.
  public var objects: [ObjectGraph.Object]
  /// Whether the last reference leads back to the first object.
  public var isCycle: Bool

  /// The cycle along `references`.
  package init(cycle references: [ObjectGraph.Reference]) {
    self.references = references
    // Sources are looked up once: a cycle may have millions.
    let sources = references.first?.graph.storage.sources
    objects = references.compactMap { reference in
      sources.map { reference.graph.object($0[Int(reference.index)]) }
    }
    isCycle = true
  }

  /// The path from `first` along `references`.
  package init(from first: ObjectGraph.Object, along references: [ObjectGraph.Reference]) {
    self.references = references
    objects = [first] + references.map(\.target)
    isCycle = false
  }
}

/// A set of references that together free the objects of a finding.
///
/// Every cut that is reported was applied to the graph and found sufficient and minimal.
public struct Cut: Sendable {
  /// The references, those of the finding's path first.
  public var steps: Steps
  /// Whether everything that is needed stays alive when the cut is made wherever its code runs.
  public var isSafe: Bool { steps.areSafe }
  /// Whether no cheaper cut exists; false where the search had to stop at its bound.
  public var isExact: Bool
  /// Whether it was checked that no reference of the cut can be left out.
  public var isMinimal: Bool
  /// What running the program again with the cut showed, where that was possible; else empty.
  public var replay: String = ""

  /// A cut of `steps`, with what was shown of it.
  package init(steps: [Step], isExact: Bool, isMinimal: Bool) {
    self.init(steps: Steps(steps), isExact: isExact, isMinimal: isMinimal)
  }

  init(steps: Steps, isExact: Bool, isMinimal: Bool) {
    self.steps = steps
    self.isExact = isExact
    self.isMinimal = isMinimal
  }

  /// A cut of nothing, for findings that no cut mends.
  public static let none: Cut = .init(steps: [], isExact: true, isMinimal: true)

  /// How a reference is cut.
  public enum How: String, CaseIterable, Hashable, Sendable {
    /// Make it weak.
    case weak
    /// Make it unowned: its holder never outlives its target.
    case unowned
    /// End it by an event.
    case end
    /// Capture the value that is needed instead of the object.
    case captureValue
    /// Let another object own the target first.
    case moveOwnership
  }

  /// The cut with what a run of the program with it has shown.
  ///
  /// A run knows more than the graph: ending something that the graph calls needed is safe where nothing misses
  /// it, and unsafe where something does.
  package func replayed(_ words: String, missesSomething: Bool, freesAll: Bool) -> Cut {
    var cut = self
    cut.replay = words
    cut.steps = Steps(
      steps.map { step in
        var step = step
        if missesSomething { step.isSafe = false }
        if freesAll, step.how == .end {
          step.isSafe = true
          step.why = step.why.replacing(CutWords.lastOwner, with: "")
        }
        step.why += "; \(words)"
        return step
      })
    return cut
  }

  /// One reference of a cut, with the words of the fix.
  ///
  /// The words are made when they are read: a cut of a large component has many references, and few are shown.
  public struct Step: Sendable {
    /// The reference.
    public var reference: ObjectGraph.Reference
    /// How to cut it.
    public var how: How
    /// Whether everything that is needed stays alive.
    public var isSafe: Bool
    /// What it costs, see ``ReferenceRole``.
    package var cost: Int { role?.cost ?? 0 }

    private let role: ReferenceRole?
    /// What was judged when the step was made: its words stand by that.
    private let wasSafe: Bool
    private let plannedHow: How
    private var given: Words?

    /// A class, because few steps of many have words that were given.
    private final class Words: Sendable {
      let event: String?
      let fix: String?
      let why: String?

      init(event: String?, fix: String?, why: String?) {
        self.event = event
        self.fix = fix
        self.why = why
      }
    }
  }
}

extension Cut.Step {
  /// The cut of one reference; see the properties.
  package init(
    reference: ObjectGraph.Reference, how: Cut.How, event: String?, isSafe: Bool, fix: String,
    why: String
  ) {
    self.reference = reference
    self.how = how
    self.isSafe = isSafe
    role = nil
    wasSafe = isSafe
    plannedHow = how
    given = Words(event: event, fix: fix, why: why)
  }

  /// The cut of one reference in its own words.
  init(cutting reference: ObjectGraph.Reference, as answer: ReferenceRoles.Answer, isSafe: Bool) {
    self.reference = reference
    how = !isSafe && answer.how == .weak ? .moveOwnership : answer.how
    self.isSafe = isSafe
    role = answer.role
    wasSafe = isSafe
    plannedHow = how
    given = nil
  }

  /// The event that ends it, for ``Cut/How/end``.
  public var event: String? {
    if role == nil { return given?.event }
    return plannedHow == .end ? role.map { CutWords.event(ending: reference, role: $0) } : nil
  }

  /// What to write, in the words of Swift, or of a program whose memory is traced.
  public var fix: String {
    get { given?.fix ?? role.map { CutWords.fix(reference, role: $0, how: plannedHow) } ?? "" }
    set { given = Words(event: given?.event, fix: newValue, why: given?.why) }
  }

  /// Why this reference is the one to cut.
  public var why: String {
    get { given?.why ?? role.map { CutWords.why(reference, role: $0, isSafe: wasSafe) } ?? "" }
    set { given = Words(event: given?.event, fix: given?.fix, why: newValue) }
  }
}
