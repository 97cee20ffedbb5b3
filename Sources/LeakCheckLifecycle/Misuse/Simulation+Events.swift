import LeakCheckAnalysis
import LeakCheckGraph

/// The events with more than one cause in a run, and the queries of rules.
extension Simulation {
  /// The innermost callback of UIKit that runs, as `#function` prints it, or `steps`.
  var callbackText: String {
    guard let call = calls.last else { return "steps" }
    return CallbackName.signature(call.name)
  }

  /// An action is about to run.
  func announce(_ action: Action) {
    guard let call = calls.last, isController(call.object) else { return }
    announce(.acts(action, call))
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

  /// Whether a place is a controller or its view, and no view in that.
  func isOwnView(_ place: Place?, of controller: Int32) -> Bool {
    guard let place, place.name == "self" else { return false }
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
