import LeakCheckGraph

/// One problem in a graph: what it is, where, why, what it costs and what to change.
public struct Finding: Sendable {
  /// The severity of a finding, the most severe last.
  public enum Severity: String, CaseIterable, Comparable, Hashable, Sendable {
    /// Information only.
    case note
    /// A possible problem.
    case warning
    /// A defect.
    case error

    /// Orders note before warning before error.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The kind of problem.
  public var kind: Kind
  /// The severity.
  public var severity: Severity
  /// The bug's identity, equal on every run and machine; see ``Fingerprint``.
  public var fingerprint: String
  /// The number of places in the graph with this fingerprint, at least 1.
  public var instances: Int = 1
  /// The problem in one sentence.
  public var message: String
  /// Whether a root reaches the objects; a reachable cycle leaks when its last outside reference goes.
  public var isReachable: Bool
  /// The cycle, or the path from the root to the object.
  public var path: LeakTrace
  /// The path from a root to the first object of ``path``, for a reachable cycle.
  public var rootPath: LeakTrace?
  /// The number of objects in the strongly connected component on ``path``, or 1 without one.
  public var componentObjects: Int = 1
  /// The number of retaining references inside that component.
  public var componentReferences: Int = 0
  /// The objects that would be freed with the finding's, including these, over all instances.
  public var holds: RetainedSet
  /// The cheapest safe set of references to cut, or empty if no cut is the answer.
  public var cut: Cut
  /// The other sufficient cuts, cheapest first.
  public var alternatives: [Cut] = []
  /// The reason why the objects stay, in one or two sentences.
  public var why: String
  /// The advice if no reference needs to be cut, or if cuts belong together; otherwise empty.
  public var advice: String = ""

  /// Whether nothing shows who owns whom.
  ///
  /// Then ``cut`` is as good as the ``alternatives`` of the same price, and the report lists them alphabetically.
  public var isEither: Bool { !equals.isEmpty }
  /// The alternatives that are as good as ``cut`` because nothing shows which is right.
  public var equals: [Cut] { alternatives.filter(isEqual) }

  /// Returns whether another cut is as good as ``cut`` because nothing shows which is right.
  package func isEqual(_ other: Cut) -> Bool {
    // Who owns whom inside of frameworks is nobody's question.
    guard let grade = cut.grade, cut.safety == .unknown,
      !cut.steps.contains(where: { $0.role == .frameworkInternal })
    else { return false }
    return other.grade == grade && other.safety == .unknown
  }

  /// The known leak, if only a framework can end it; see ``Known``.
  public var known: Known?

  /// A known leak that the app cannot end.
  public struct Known: Sendable, Hashable {
    /// The reason: what keeps what, or why the leak stays for now.
    public let because: String
    /// The ticket that describes the leak.
    public let ticket: String
    /// The stable code.
    public let code: String
    /// The affected versions, or empty.
    public let versions: String
    /// The way for an app to avoid the leak, or empty.
    public let avoid: String

    /// Creates a known leak; see the properties.
    public init(
      because: String, ticket: String, code: String, versions: String = "", avoid: String = ""
    ) {
      (self.because, self.ticket, self.code) = (because, ticket, code)
      (self.versions, self.avoid) = (versions, avoid)
    }
  }

  /// Whether the finding is a reachable cycle that a running program may need.
  public var isWork: Bool { kind == .cycle && severity == .note }

  /// Creates a finding; see the properties.
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

  /// The same finding with a ``path`` of stored objects and references, for what reads them several times.
  ///
  /// - Complexity: O(references of the path).
  package var withListedPath: Finding {
    var finding = self
    finding.path = path.listed
    return finding
  }
}
