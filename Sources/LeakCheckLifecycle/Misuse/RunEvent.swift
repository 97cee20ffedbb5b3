import LeakCheckAnalysis
import LeakCheckGraph

/// An event of a run that may be misuse.
enum RunEvent {
  /// An action is about to run in a callback of a controller.
  case acts(Action, CallbackCall, by: Int32)
  /// A property is read while a callback runs; `isLast` where it is the end of its place.
  case reads(String, of: Int32, isLast: Bool, CallbackCall)
  /// The app calls a method, or stores in a property.
  case called(String, of: Int32)
  /// The app calls a callback itself.
  case callsCallback(String, of: Int32)
  /// A callback of a controller has run.
  case callbackEnded(CallbackCall)
  /// `view` is read in `loadView()` before it is set.
  case asksForViewBeingLoaded(Int32)
  /// A view is about to be added to another.
  case addsView(Int32)
  /// The views of controllers are about to be taken out.
  case viewsLeave([Int32])
  /// A controller has disappeared.
  case disappeared(Int32)

  /// `addChild` is about to take a controller in.
  case addsChild(Int32)
  case hasAddedChild(Int32)
  /// The app tells a child where it will be, or where it is.
  case saysWillMove(Int32, toNothing: Bool)
  case saysDidMove(Int32, toNothing: Bool)
  /// `removeFromParent()` is about to let a controller go.
  case leavesParent(Int32)
  /// A controller leaves its parent or is freed, or the scenario ends: nobody will tell it any more that it has arrived.
  case settles(Int32)

  /// A presentation that does nothing: the presenter is in no window, or is busy.
  case presentsInVain(from: Int32, isBusy: Bool)
  case presented(over: Int32)
  /// What was presented over a controller was dismissed, and the controller did not appear again.
  case dismissedSheet(over: Int32)
  /// A step is over, with everything that it set off.
  case stepEnded
  case leavesForBackground
  case isInBackground

  /// The scenario ends, and something still runs for a screen that has gone.
  case outlivesScreen(Registration)
  /// The only teardown of a finding is in the `deinit` of this object, which the finding keeps.
  case foundUnreachableTeardown(of: Int32)

  /// The kind of an event, without its subject.
  enum Kind: Int, CaseIterable, Sendable {
    case acts, reads, called, callsCallback, callbackEnded, asksForViewBeingLoaded, addsView
    case viewsLeave, disappeared, addsChild, hasAddedChild, saysWillMove, saysDidMove, leavesParent
    case settles, presentsInVain, presented, dismissedSheet, stepEnded, leavesForBackground
    case isInBackground, outlivesScreen, foundUnreachableTeardown
  }

  var kind: Kind {
    switch self {
    case .acts: .acts
    case .reads: .reads
    case .called: .called
    case .callsCallback: .callsCallback
    case .callbackEnded: .callbackEnded
    case .asksForViewBeingLoaded: .asksForViewBeingLoaded
    case .addsView: .addsView
    case .viewsLeave: .viewsLeave
    case .disappeared: .disappeared
    case .addsChild: .addsChild
    case .hasAddedChild: .hasAddedChild
    case .saysWillMove: .saysWillMove
    case .saysDidMove: .saysDidMove
    case .leavesParent: .leavesParent
    case .settles: .settles
    case .presentsInVain: .presentsInVain
    case .presented: .presented
    case .dismissedSheet: .dismissedSheet
    case .stepEnded: .stepEnded
    case .leavesForBackground: .leavesForBackground
    case .isInBackground: .isInBackground
    case .outlivesScreen: .outlivesScreen
    case .foundUnreachableTeardown: .foundUnreachableTeardown
    }
  }
}

/// The events with more than one cause in a run, and the queries of rules.
extension Simulation {
  /// The innermost callback of UIKit that runs, as `#function` prints it, or `steps`.
  var callbackText: String {
    guard let call = calls.last else { return "steps" }
    return signature(of: call)
  }

  /// An action is about to run.
  func announce(_ action: Action, by actor: Int32) {
    guard let call = calls.last, isController(call.object) else { return }
    announce(.acts(action, call, by: actor))
  }

  /// The app calls a method, or stores in a property.
  func announceCall(of name: String, on object: Int32) {
    if monitor.followsCalls { announce(.called(name, of: object)) }
  }

  /// A property is read.
  func announceRead(of property: String, on object: Int32, isLast: Bool) {
    guard let call = calls.last else { return }
    announce(.reads(property, of: object, isLast: isLast, call))
  }

  /// The end of the scenario: what still runs for a screen that has gone, and the children that never arrived.
  func announceEnd() {
    for registration in registrations.indices.map({ registrations[$0] })
    where registration.isActive && !registration.isCancelled && !registration.endsByItself {
      guard registration.owner >= 0, isController(registration.owner),
        !heap.isAlive(registration.owner) || goneReasons[registration.owner] != nil
      else { continue }
      announce(.outlivesScreen(registration))
    }
    for controller in 0..<heap.count where isController(controller) && heap.isAlive(controller) {
      announce(.settles(controller))
    }
  }

  /// Teardowns that can never run are misuse of `deinit`, too.
  func announceTeardowns(_ findings: [Finding]) {
    let findings = findings.filter { $0.kind == .teardownNeverRuns }
    guard !findings.isEmpty else { return }
    let named = (0..<heap.count).map { (ObjectID.text(heap.label(of: $0)), $0) }
    let objects = Dictionary(named) { first, _ in first }
    for finding in findings {
      let ended =
        finding.path.references.compactMap(\.until?.called)
        + finding.cut.steps.compactMap(\.reference.until?.called)
      for case .inDeinit(let id) in ended {
        guard let owner = objects[id] else { continue }
        announce(.foundUnreachableTeardown(of: owner))
        break
      }
    }
  }

  /// Whether a place in code of `actor` is a controller or its view, and no view in that.
  func isOwnView(_ place: Place?, of controller: Int32, by actor: Int32) -> Bool {
    guard actor == controller, let place, place.name == "self" else { return false }
    let object = heldThing(at: place, of: controller)
    return object == controller || object >= 0 && object == target("view", of: controller)
  }
}

extension RunEvent {
  private static let geometry: Set<String> = [
    "bounds", "frame", "center", "safeAreaInsets", "safeAreaLayoutGuide", "layoutMargins",
    "readableContentGuide", "traitCollection", "size", "width", "height",
  ]

  /// The controller whose callback of a name reads geometry of its own, or `nil`.
  func readsGeometry(in callback: String, of run: Simulation) -> Int32? {
    guard case .reads(let property, let object, true, let call) = self, call.name == callback,
      Self.geometry.contains(property)
    else { return nil }
    let view = run.target("view", of: call.object)
    let isOwn = object == call.object || view >= 0 && run.screens.view(object, isIn: view)
    return isOwn ? call.object : nil
  }
}
