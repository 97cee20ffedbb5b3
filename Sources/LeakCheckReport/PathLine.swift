package import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A trace on one line: `ProfileVC.onUpdate → {closure #1 in ProfileVC.viewDidLoad()} → self`.
///
/// A static or global names its object by its own words: `static Scheduler.shared.jobs["poll"] → …`. Storage of
/// collections and boxes of captured variables are passed over: only the index of an element shows.
package struct PathLine: Sendable {
  /// Steps of a long trace that are shown at each end.
  private static let shownEnds = 5

  private let trace: LeakTrace

  /// The line of `trace`.
  package init(_ trace: LeakTrace) { self.trace = trace }

  /// The line, without a line feed and safe to print.
  package var text: String {
    var steps = self.steps
    let hidden = steps.count - 2 * Self.shownEnds
    if hidden > 1 {
      steps.replaceSubrange(
        Self.shownEnds..<(steps.count - Self.shownEnds), with: ["… \(hidden) more …"])
    }
    return steps.joined(separator: " → ")
  }

  private var steps: [String] {
    var steps: [String] = []
    for (position, object) in trace.objects.enumerated() {
      let next = position < trace.references.count ? trace.references[position] : nil
      if trace.isWithinLibrary(position) {
        if steps.last != "…" { steps.append("…") }
        continue
      }
      let isStorage = object.kind == .collection || object.kind == .box
      if isStorage, let next, let last = steps.indices.last {
        if object.kind == .collection { steps[last] += slot(next) }
      } else {
        steps.append(start(object, at: position) + (next.map(slot) ?? ""))
      }
    }
    if trace.isCycle, let first = trace.objects.first {
      steps.append(trace.references.last.map(isSelf) == true ? "self" : name(first))
    }
    return steps
  }

  private func start(_ object: ObjectGraph.Object, at position: Int) -> String {
    if position == 0 { return rootName(object) }
    let isEnd = !trace.isCycle && position == trace.objects.count - 1
    return isEnd && isSelf(trace.references[position - 1])
      ? "self (\(name(object)))" : name(object)
  }

  private func rootName(_ object: ObjectGraph.Object) -> String {
    guard !trace.isCycle, let reason = object.rootReason, !reason.isEmpty else {
      return name(object)
    }
    let words = Escaping.plain(reason)
    switch reason {
    // The object stands for the type or module that declares the variables.
    case "static variable", "global variable":
      return "\(words.prefix { $0 != " " }) \(name(object))"
    case _ where reason.hasPrefix("static ") || reason.hasPrefix("global "): return words
    default: return "\(words): \(name(object))"
    }
  }

  private func name(_ object: ObjectGraph.Object) -> String {
    guard object.kind == .closure else { return Escaping.plain(object.type) }
    return "{\(object.name.isEmpty ? "closure" : Escaping.plain(object.name))}"
  }

  /// What stands behind the holder: its property, or the index of an element; nothing for a capture.
  private func slot(_ reference: ObjectGraph.Reference) -> String {
    guard !reference.name.isEmpty, reference.kind != .capture else { return "" }
    let name = Escaping.plain(reference.name)
    if name.hasPrefix("[") { return name }
    return reference.source.kind == .collection ? "[\(name)]" : ".\(name)"
  }

  private func isSelf(_ reference: ObjectGraph.Reference) -> Bool {
    reference.kind == .capture && reference.name == "self"
  }
}

extension LeakTrace {
  /// Whether an object lies between words that a library's memory names each other by: their names say nothing.
  func isWithinLibrary(_ position: Int) -> Bool {
    guard !isCycle, position > 0, position < references.count else { return false }
    return objects[position].owner == .framework && references[position - 1].kind == .runtime
      && references[position].kind == .runtime
  }
}
