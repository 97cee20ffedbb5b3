import LeakCheckGraph

/// Words for a capture that is to be weak.
extension CutWords {
  /// The fix of a capture: what is written in the closure or task.
  static func captureFix(_ reference: ObjectGraph.Reference, holder: String) -> String {
    let name =
      reference.name.isEmpty || RoleWords.isSelf(reference.name) ? "self" : reference.name
    let closure = reference.source.name
    if reference.target.kind.isOfValue {
      return "in \(holder), capture weakly the objects of \(name) that it needs:"
        + " \(name) is a copy of \(reference.target.kind.rawValue == "struct" ? "a struct" : "an enum"),"
        + " which holds them strongly"
    }
    if isUnnamed(reference) {
      return "capture \(words(for: reference.target)) weakly in \(holder)"
    }
    if let method = boundMethod(closure) {
      return "replace the bound method \(method) by a closure:"
        + " { [weak self] in self?.\(call(of: method)) }"
    }
    if let function = ownMethod(closure) {
      return "replace the method that \(function) hands over by a closure: { [weak \(name)] in … }"
    }
    if isLocalFunction(closure) {
      let copy = "weak\(name.prefix(1).uppercased())\(name.dropFirst())"
      return "in \(holder), use \(copy) instead of \(name):"
        + " declare `weak var \(copy) = \(name)` before it"
    }
    if !isProperty(name) { return "capture \(words(for: reference.target)) weakly in \(holder)" }
    if reference.source.kind == .task {
      return
        "unwrap `guard let \(name)` inside each turn of \(holder), not before, and capture [weak \(name)]"
    }
    return capturing([name], in: holder)
  }

  /// What is to be done besides a weak capture of `self` by a closure that is called again and again, or by a task that
  /// the object has; `nil` of any other.
  ///
  /// The `deinit`, which can run then, ends the calls: or each further object adds one more that does nothing. A task
  /// that its owner has in a property goes on without it, maybe waiting for ever, until it is cancelled.
  ///
  /// - Complexity: O(references to the closure).
  static func endFollowing(_ reference: ObjectGraph.Reference) -> String? {
    let (closure, target) = (reference.source, reference.target)
    guard reference.strength == .strong, reference.name.isEmpty || RoleWords.isSelf(reference.name),
      !isUnnamed(reference),
      target.owner == .app, target.kind != .closure
    else { return nil }
    let ending: String? =
      if let task = property(ofTaskRunning: closure, in: target) {
        "call cancel() on \(words(for: target)).\(task)"
      } else {
        EndingEvents.repetition(of: closure).map { holder, event in
          kept(holder, of: words(for: holder)) + call(of: event, on: reached(holder))
        }
      }
    return ending.map { $0 + " in deinit, which runs then" }
  }

  /// The property in which an object has the task that runs a closure, or `nil` where it has none, or cancels it
  /// already.
  private static func property(
    ofTaskRunning closure: ObjectGraph.Object, in owner: ObjectGraph.Object
  ) -> String? {
    guard closure.kind == .closure, closure.graph.collector == .arc else { return nil }
    for running in closure.referrers.prefix(ReferenceRoles.referrerLimit)
    where running.source.kind == .task && running.until == nil {
      let properties = running.source.referrers.prefix(ReferenceRoles.referrerLimit)
      let own = properties.first {
        $0.source.index == owner.index && $0.strength == .strong && $0.kind == .property
          && isProperty($0.name)
      }
      if let own { return own.name }
    }
    return nil
  }

  /// A capture list of names that are weak, in a closure by its words.
  package static func capturing(_ names: [String], in holder: String) -> String {
    "capture \(captureList(names)) in \(holder)"
  }

  /// A capture list of names that are weak, `self` before others.
  static func captureList(_ names: [String]) -> String {
    let ordered = names.filter { $0 == "self" } + names.filter { $0 != "self" }
    return "[\(ordered.map { "weak \($0)" }.joined(separator: ", "))]"
  }
}
