import LeakCheckGraph

/// A set of references that together free the objects of a finding.
///
/// Every cut that is reported was applied to the graph and found sufficient and minimal.
public struct Cut: Sendable {
  /// The references, those of the finding's path first.
  public var steps: Steps
  /// Whether everything that is needed stays alive when the cut is made wherever its code runs.
  public var safety: Safety { steps.safety }
  /// Whether no cheaper cut exists that takes no last owner; false where the search had to stop at its bound.
  public var isExact: Bool
  /// Whether it was checked that no reference of the cut can be left out.
  public var isMinimal: Bool
  /// What running the program again with the cut showed; `nil` where it was not run.
  public private(set) var replay: Replay?
  /// What the cut was compared with others by; `nil` where it was not compared.
  var grade: Grade?

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

  /// The proof that everything needed stays alive without some references, the worst first.
  public enum Safety: Int, Comparable, Hashable, Sendable {
    /// Something that is needed goes.
    case refuted
    /// Nothing shows it: who owns whom is not in the graph.
    case unknown
    /// The graph, a live twin, or a run of the program shows it.
    case proved

    /// The order refuted, unknown, proved.
    public static func < (left: Safety, right: Safety) -> Bool { left.rawValue < right.rawValue }
  }

  /// The grade by which cuts are compared; between equal ones the alphabet decides which is told first.
  struct Grade: Hashable {
    /// What stands before price; see ``CutPlanner``.
    var rank: Int
    var price: Int
  }

  /// The way in which a reference is cut.
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

  /// The result of running the program again with a cut.
  ///
  /// A run knows more than the graph: to end something that the graph calls needed is safe where nothing misses it, and
  /// unsafe where something does.
  public struct Replay: Sendable {
    /// What happened, as the end of a sentence.
    public var outcome: String
    /// Whether the program missed something that the cut took.
    package var missesSomething: Bool
    /// Whether everything of the finding went, and nothing else.
    package var freesAll: Bool

    /// What a run showed; see the properties.
    package init(outcome: String, missesSomething: Bool, freesAll: Bool) {
      self.outcome = outcome
      self.missesSomething = missesSomething
      self.freesAll = freesAll
    }
  }

  /// The same cut, of which something else is known.
  func judged(_ safety: Safety) -> Cut {
    var cut = self
    cut.steps = Steps(
      steps.map { Step(cutting: $0.reference, as: $0.role, by: $0.how, safety: safety) })
    return cut
  }

  /// The cut as a run tries it; see ``Step/tried``.
  package var tried: Cut {
    var cut = self
    if steps.count <= Self.mostTried { cut.steps = Steps(steps.map(\.tried)) }
    return cut
  }

  /// The most references of a cut of which that is asked.
  private static let mostTried = 64

  /// The cut with what a run of the program with it showed.
  package func replayed(_ replay: Replay) -> Cut {
    var cut = self
    cut.replay = replay
    cut.steps = Steps(
      steps.map { step in
        var step = step
        step.replay = replay
        return step
      })
    return cut
  }
}
