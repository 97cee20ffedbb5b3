import LeakCheckGraph

/// Continuations, and the tasks that wait for them.
///
/// A task that waits is kept by its continuation alone, with all that its frames have: nothing but the resumption ends
/// that. To cancel the task sets a flag, which nobody reads before it is resumed, and to let go of the continuation
/// leaves it waiting for ever.
enum ContinuationUse {
  /// The reference from a continuation that the app has to the task that waits for it; `nil` where none is known, or a
  /// library's own code resumes it.
  ///
  /// - Complexity: O(1): only so many references are looked at.
  static func resuming(_ task: ObjectGraph.Object) -> ObjectGraph.Reference? {
    task.referrers.prefix(ReferenceRoles.referrerLimit).first {
      isOfContinuation($0) && isOfApp($0)
    }
  }

  /// Whether a task waits for a continuation, whoever has that.
  ///
  /// - Complexity: O(1): only so many references are looked at.
  static func waits(_ task: ObjectGraph.Object) -> Bool {
    task.referrers.prefix(ReferenceRoles.referrerLimit).contains(where: isOfContinuation)
  }

  /// Whether an object is a continuation, or a closure that has one.
  ///
  /// - Complexity: O(1): only so many references are looked at.
  static func hasContinuation(_ object: ObjectGraph.Object) -> Bool {
    object.references.prefix(ReferenceRoles.referrerLimit).contains {
      isOfContinuation($0) || object.kind == .closure && resumes($0.target)
    }
  }

  private static func resumes(_ object: ObjectGraph.Object) -> Bool {
    object.references.prefix(ReferenceRoles.referrerLimit).contains(where: isOfContinuation)
  }

  /// Whether a reference is a continuation's to the task that it resumes.
  static func isOfContinuation(_ reference: ObjectGraph.Reference) -> Bool {
    reference.target.kind == .task && reference.source.kind != .task
      && FrameworkCatalogue.current.row(naming: reference)?.isOnce == true
  }

  /// Whether a continuation is not read of the runtime, or something of the app's has it.
  static func isOfApp(_ reference: ObjectGraph.Reference) -> Bool {
    reference.kind != .runtime
      || reference.source.referrers.prefix(ReferenceRoles.referrerLimit)
        .contains { $0.source.owner != .framework }
  }
}
