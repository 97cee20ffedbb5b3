import LeakCheckGraph

/// The checks, and the order of what they find.
public enum Checks {
  /// Every check.
  ///
  /// The list is closed: a check needs the facts of ``CheckContext``, which are not public.
  static let all: [any Check] = [
    RetainCycleCheck(), TeardownCheck(), AbandonedObjectCheck(), LeakedObjectCheck(),
    DanglingReferenceCheck(), TemporaryObjectCheck(),
  ]

  /// What is wrong with a graph: the instances of one bug as one finding, the gravest first.
  ///
  /// - Complexity: O(objects + references) for the facts and for telling instances apart, and for each finding the
  ///   size of what keeps its objects, times the cuts that are tried; see ``CutSearch`` for the bounds.
  public static func findings(in analysis: GraphAnalysis) -> [Finding] {
    WorkStage.judge.run { counter in
      let (found, contexts) = ParallelChecks.map(all, in: analysis) { check, context in
        let candidates = check.candidates(in: context)
        // No two checks find the same bug: a check has a kind, and the kind is part of a bug's identity.
        return Candidate.groups(of: candidates).map { group in
          defer { counter.add(1) }
          return Candidate.finding(of: group, in: context)
        }
      }
      let findings = Finding.ranked(found.flatMap(\.self))
      // Of the contexts, the one in which most has been found out already.
      let context = contexts.first(where: \.facts.hasRootPaths) ?? contexts[0]
      return JointCuts.settled(findings, in: context)
    }
  }
}
