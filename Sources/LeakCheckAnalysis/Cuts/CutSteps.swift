import LeakCheckGraph

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
