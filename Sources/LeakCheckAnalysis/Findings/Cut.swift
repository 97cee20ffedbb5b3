import LeakCheckGraph

/// A set of references that together free the objects of a finding.
///
/// leakcheck applies every reported cut to the graph and verifies that it is sufficient and minimal.
public struct Cut: Sendable {
  /// The references to cut, those of the finding's path first.
  public var steps: Steps
  /// Whether everything needed stays alive if the cut is made wherever its code runs.
  public var safety: Safety { steps.safety }
  /// Whether no cheaper cut exists that takes no last owner; false if the search stopped at its bound.
  public var isExact: Bool
  /// Whether leakcheck verified that the cut needs each of its references.
  public var isMinimal: Bool
  /// The result of a second run of the program with the cut, or `nil` without one.
  public private(set) var replay: Replay?
  /// The grade by which the cut was compared with others, or `nil`.
  var grade: Grade?

  /// Creates a cut of `steps` with its verified properties.
  package init(steps: [Step], isExact: Bool, isMinimal: Bool) {
    self.init(steps: Steps(steps), isExact: isExact, isMinimal: isMinimal)
  }

  init(steps: Steps, isExact: Bool, isMinimal: Bool) {
    self.steps = steps
    self.isExact = isExact
    self.isMinimal = isMinimal
  }

  /// The empty cut, for findings that no cut fixes.
  public static let none: Cut = .init(steps: [], isExact: true, isMinimal: true)

  /// The evidence whether everything needed stays alive without some references, the worst first.
  public enum Safety: Int, Comparable, Hashable, Sendable {
    /// Something needed goes.
    case refuted
    /// Nothing shows either: the graph does not say who owns whom.
    case unknown
    /// The graph, a live twin or a run of the program proves that everything needed stays.
    case proved

    /// Orders refuted before unknown before proved.
    public static func < (left: Safety, right: Safety) -> Bool { left.rawValue < right.rawValue }
  }

  /// The grade by which cuts are compared; cuts with equal grades appear in alphabetical order.
  struct Grade: Hashable {
    /// The rank that precedes price; see ``CutPlanner``.
    var rank: Int
    var price: Int
  }

  /// The way to cut a reference.
  public enum How: String, CaseIterable, Hashable, Sendable {
    /// Make the reference weak.
    case weak
    /// Make the reference unowned: its holder never outlives its target.
    case unowned
    /// End the reference by an event.
    case end
    /// Capture the needed value instead of the object.
    case captureValue
    /// First let another object own the target.
    case moveOwnership
  }

  /// The result of a second run of the program with a cut.
  ///
  /// A run knows more than the graph. To end something that the graph calls needed is safe if nothing misses it, and
  /// unsafe if something does.
  public struct Replay: Sendable {
    /// The outcome, as the end of a sentence.
    public var outcome: String
    /// Whether the program missed something that the cut removed.
    package var missesSomething: Bool
    /// Whether exactly the objects of the finding went.
    package var freesAll: Bool

    /// Creates the result of a run; see the properties.
    package init(outcome: String, missesSomething: Bool, freesAll: Bool) {
      self.outcome = outcome
      self.missesSomething = missesSomething
      self.freesAll = freesAll
    }
  }

  /// Returns the same cut with another safety.
  func judged(_ safety: Safety) -> Cut {
    var cut = self
    cut.steps = Steps(
      steps.map { Step(cutting: $0.reference, as: $0.role, by: $0.how, safety: safety) })
    return cut
  }

  /// The cut in the form in which a run tries it; see ``Step/tried``.
  package var tried: Cut {
    var cut = self
    if steps.count <= Self.mostTried { cut.steps = Steps(steps.map(\.tried)) }
    return cut
  }

  /// The largest number of references for which that form differs.
  private static let mostTried = 64

  /// Returns the cut with the result of a run.
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

extension Cut {
  /// The references of a cut in reading order, each with the way to cut it.
  ///
  /// The cut of a large component has millions of references. The collection stores their indices and makes a step when
  /// it is read.
  public struct Steps: RandomAccessCollection, Sendable {
    private enum Content: Sendable {
      case made([Step])
      case planned(Plan)
    }

    /// The facts from which steps are made.
    private struct Plan: Sendable {
      let graph: ObjectGraph
      let references: [Int32]
      let answers: [ReferenceRoles.Answer]
      let safety: Safety
    }

    private let content: Content

    /// The given steps.
    init(_ steps: [Step]) { content = .made(steps) }

    /// The steps that cut references of `graph`, each as its answer says, and each as safe as all of them are.
    init(
      cutting references: [Int32], of graph: ObjectGraph, as answers: [ReferenceRoles.Answer],
      safety: Safety
    ) {
      precondition(references.count == answers.count)
      content = .planned(
        Plan(graph: graph, references: references, answers: answers, safety: safety))
    }

    /// The first position, 0.
    public var startIndex: Int { 0 }

    /// The number of steps.
    public var endIndex: Int {
      switch content {
      case .made(let steps): steps.count
      case .planned(let plan): plan.references.count
      }
    }

    /// Returns the step at a position.
    ///
    /// - Complexity: O(1).
    public subscript(position: Int) -> Step {
      switch content {
      case .made(let steps): steps[position]
      case .planned(let plan):
        Step(
          cutting: plan.graph.reference(plan.references[position]), as: plan.answers[position].role,
          by: plan.answers[position].how, safety: plan.safety)
      }
    }

    /// The indices of the references that are cut, in the order of the steps.
    ///
    /// - Complexity: O(1) for the cut of a large component, else O(steps).
    package var references: [Int32] {
      switch content {
      case .made(let steps): steps.map(\.reference.index)
      case .planned(let plan): plan.references
      }
    }

    /// The safety of the least safe step; a cut of nothing takes nothing.
    ///
    /// - Complexity: O(steps that were given).
    var safety: Safety {
      switch content {
      case .made(let steps): steps.lazy.map(\.safety).min() ?? .proved
      case .planned(let plan): plan.references.isEmpty ? .proved : plan.safety
      }
    }
  }
}
