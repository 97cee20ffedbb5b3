import LeakCheckText

/// The bounds of a run, since a few methods that call one another twice never end.
///
/// Depth, frames, turns and firings have bounds of their own; these are of the whole run, and so high that
/// a scenario that reaches one is wrong.
package struct RunBounds: Sendable {
  /// How many bodies may run.
  package var calls = 1_000_000
  /// How many actions may run.
  package var actions = 5_000_000
  /// How many references the actions may look at, so that many of them on one large collection end too.
  package var slotVisits = 1_000_000_000
  /// How many objects the graphs of snapshots may have together.
  package var snapshotObjects = 4_000_000

  /// The bounds of every scenario; tests that only look at what is said of them take lower ones.
  package init() {}
}

/// The part of its bounds that a run has used.
struct RunCost {
  /// A call, identified by place, receiver and arguments.
  struct Call: Hashable {
    var site: Int32
    var receiver: Int32
    var arguments: [Int32]
  }

  var actions = 0
  /// Bodies: of callbacks, methods and closures, and turns of loops.
  var calls = 0
  /// How often each call was made in a step that is made a number of times at most.
  var repeated: (step: Int, counts: [Call: Int]) = (0, [:])
}

extension Simulation {
  /// Counts a body that is about to run; `false` where there were too many.
  func countCall() -> Bool {
    spent.calls += 1
    guard spent.calls > settings.bounds.calls else { return true }
    failEndless("over \(settings.bounds.calls) calls in all")
    return false
  }

  /// Counts an action that is about to run; `false` where there were too many.
  func countAction() -> Bool {
    spent.actions += 1
    if spent.actions > settings.bounds.actions {
      failEndless("over \(settings.bounds.actions) actions in all")
    } else if heap.slotVisits > settings.bounds.slotVisits {
      failEndless("over \(settings.bounds.slotVisits) references looked at in all")
    } else {
      return true
    }
    return false
  }

  /// Counts what is looked at besides references, such as all objects for those of a type; `false` where it was too much.
  func countVisits(_ count: Int) -> Bool {
    heap.countVisits(count)
    guard heap.slotVisits > settings.bounds.slotVisits else { return true }
    failEndless("over \(settings.bounds.slotVisits) references and objects looked at in all")
    return false
  }

  /// Counts the objects of a snapshot that is about to be taken; `false` where there were too many.
  func countSnapshot() -> Bool {
    snapshotObjects += heap.aliveCount
    guard snapshotObjects > settings.bounds.snapshotObjects else { return true }
    exceed(
      "over \(settings.bounds.snapshotObjects) objects in the snapshots so far",
      expected: "fewer snapshots, or fewer objects")
    return false
  }

  func failEndless(_ problem: String) {
    let chain = callChain
    exceed(problem + (chain.isEmpty ? "" : ", at last in \(chain)") + ": does it end?")
  }

  /// Ends the run, which has reached one of its bounds.
  private func exceed(_ problem: String, expected: String = "") {
    guard halt == nil else { return }
    halt = .bound(error(problem, expected: expected))
  }

  /// Does not run a body that nests too deep.
  ///
  /// A program that runs has no endless recursion: in a source another overload is meant, which only the types of values
  /// tell. The run goes on without that call.
  func refuse(_ frame: Frame, deeperThan depth: Int) {
    guard isOfSource else { return failRecursion(deeperThan: depth) }
    unfollowed[site] = .nestsTooDeep
    leave(frame)
  }

  /// Goes on behind an action of a translated source that asked for something that is not there.
  func goOn(behind action: Action) { dropFailure(at: action.site) }

  /// Names the place of a failure outside of an action, in a source; `false` where the run ends.
  func dropsFailure() -> Bool {
    dropFailure(at: site)
    return halt == nil
  }

  private func dropFailure(at site: Int32) {
    guard program.scenario.isTranslated, case .failure(let error)? = halt else { return }
    unfollowed[site] = unfollowed[site] ?? .fails(error.problem)
    halt = nil
  }

  private func failRecursion(deeperThan depth: Int) {
    let chain = callChain
    fail(
      "calls nest over \(depth) deep" + (chain.isEmpty ? "" : ", in \(chain)")
        + ": is this an endless recursion?")
  }

  /// The bodies that run, the outermost first; of many the first and the last.
  private var callChain: String {
    let count = running.reduce(0) { $0 + $1.frames.count }
    var names: [String] = []
    var position = 0
    for frame in running.lazy.flatMap(\.frames) {
      position += 1
      // Loops and the steps have no names, so a few more than are shown are looked at.
      guard position <= Self.mostNamed * 2 || position > count - Self.mostNamed * 2 else {
        continue
      }
      name(of: frame).map { names.append($0) }
    }
    guard names.count > Self.mostNamed else { return names.joined(separator: " → ") }
    let (head, tail) = (names.prefix(Self.mostNamed / 2), names.suffix(Self.mostNamed / 2))
    return (head + ["…"] + tail).joined(separator: " → ")
  }

  /// How many bodies a message names.
  private static let mostNamed = 6

  /// What a body is called: the type and the method, or the closure.
  private func name(of frame: Frame) -> String? {
    if frame.closure >= 0 { return Quotation.shortened(heap.label(of: frame.closure)) }
    guard let method = frame.call?.name ?? frame.method, let object = frame.held.first else {
      return nil
    }
    let type = types[heap.type(of: object)].name
    return "\(Quotation.shortened(type)).\(Quotation.shortened(method))"
  }
}
