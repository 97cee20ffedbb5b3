import LeakCheckGraph

/// One thing wrong with a graph: what, where, why, what it costs, and what to change.
public struct Finding: Sendable {
  /// The severity of a finding, the gravest last.
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
  public var holds: RetainedSet
  /// The cheapest safe set of references to cut; empty where cutting is not the answer.
  public var cut: Cut
  /// Other sufficient cuts, the cheapest first.
  public var alternatives: [Cut] = []
  /// Why the objects are kept, in a sentence or two.
  public var why: String
  /// What to do where no reference needs to be cut, or how the cuts belong together; else empty.
  public var advice: String = ""

  /// Whether nothing shows who owns whom: then ``cut`` is as good as those of ``alternatives`` that cost the same, and the
  /// alphabet decides which is told first.
  public var isEither: Bool { !equals.isEmpty }
  /// The alternatives that are as good as ``cut``, where nothing shows which is right.
  public var equals: [Cut] { alternatives.filter(isEqual) }

  /// Whether another cut is as good as ``cut``, and nothing shows which is right.
  package func isEqual(_ other: Cut) -> Bool {
    // Who owns whom inside of frameworks is nobody's question.
    guard let grade = cut.grade, cut.safety == .unknown,
      !cut.steps.contains(where: { $0.role == .frameworkInternal })
    else { return false }
    return other.grade == grade && other.safety == .unknown
  }

  /// Set where only a framework can end it; see ``Known``.
  public var known: Known?

  /// A leak that is known, and that the app cannot end.
  public struct Known: Sendable, Hashable {
    /// What keeps what, or why the leak is left for now.
    public let because: String
    /// Where it is told of.
    public let ticket: String
    /// Its stable code.
    public let code: String
    /// The versions that have it; empty where nobody says.
    public let versions: String
    /// How an app keeps clear of it; empty where nobody says.
    public let avoid: String

    /// A known leak; see the properties.
    public init(
      because: String, ticket: String, code: String, versions: String = "", avoid: String = ""
    ) {
      (self.because, self.ticket, self.code) = (because, ticket, code)
      (self.versions, self.avoid) = (versions, avoid)
    }
  }

  /// Whether it is a cycle that a running program reaches and may work by.
  public var isWork: Bool { kind == .cycle && severity == .note }

  /// A finding as a check makes it; see the properties.
  package init(
    kind: Kind, severity: Severity, fingerprint: String, instances: Int = 1, message: String,
    isReachable: Bool, path: LeakTrace, rootPath: LeakTrace? = nil, componentObjects: Int = 1,
    componentReferences: Int = 0, holds: RetainedSet, cut: Cut, alternatives: [Cut] = [],
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
