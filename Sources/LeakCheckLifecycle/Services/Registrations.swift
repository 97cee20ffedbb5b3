import LeakCheckGraph

/// The registrations that frameworks hold for the app, with their creation and end.
///
/// A class, because what ends may end others.
final class Registrations {
  unowned let run: Simulation
  private var all: [Registration] = []
  /// The registrations that an object stands for.
  private var ofObject: [Int32: [Int32]] = [:]

  init(_ run: Simulation) { self.run = run }

  subscript(index: Int32) -> Registration { all[Int(index)] }

  var count: Int { all.count }
  var indices: Range<Int32> { 0..<Int32(all.count) }

  /// Notes a registration that the current action makes.
  func add(
    _ kind: Registration.Kind, _ object: Int32, event: String, endsByItself: Bool = false,
    in frame: Frame
  ) -> Int32 {
    all.append(
      Registration(
        kind: kind, object: object, owner: run.owner(in: frame), callback: run.callbackText,
        site: run.site, endsByItself: endsByItself, event: event))
    let index = Int32(all.count - 1)
    ofObject[object, default: []].append(index)
    return index
  }

  /// Has an object stand for a registration, which ends when the object goes.
  func stand(_ object: Int32, for registration: Int32) { ofObject[object] = [registration] }

  /// A framework's strong reference that a registration stands for.
  func setReference(
    _ name: String, of holder: Int32, _ target: Int32, _ registration: Int32,
    isListed: Bool = false
  ) {
    guard target >= 0 else { return }
    all[Int(registration)].holders.append(holder)
    let slot = SimulatedHeap.Slot(
      name: run.heap.symbol(name), target: target, strength: .strong,
      kind: isListed ? .element : .property, isListed: isListed, isFramework: true,
      site: all[Int(registration)].site, registration: registration)
    if isListed { run.heap.append(slot, to: holder) } else { run.heap.store(slot, in: holder) }
  }

  /// Calls the closure that what is registered holds under a name.
  func tell(_ registration: Int32, by closure: String) {
    let object = all[Int(registration)].object
    run.heap.retain(object)
    run.invoke(run.target(closure, of: object))
    run.heap.release(object)
  }

  // MARK: - Ending

  /// Ends a registration: every reference that stands for it goes.
  func end(_ registration: Int32) {
    guard all[Int(registration)].isActive else { return }
    all[Int(registration)].isActive = false
    let object = all[Int(registration)].object
    run.runLoop.ended(registration)
    run.notifications.ended(registration)
    run.publishers.ended(registration)
    let holders = all[Int(registration)].holders
    let isHeld = run.heap.isAlive(object)
    if isHeld { run.heap.retain(object) }
    for holder in holders where !run.heap.isFreed(holder) {
      run.heap.remove(from: holder, .registration(registration))
    }
    if isHeld { run.heap.release(object) }
  }

  /// Notes that somebody asked for the end of what an object is registered as.
  func cancel(_ object: Int32) {
    for index in active(of: object) { all[Int(index)].isCancelled = true }
  }

  /// What an object was registered as, also what has ended.
  func all(of object: Int32) -> [Int32] { ofObject[object] ?? [] }

  /// The active registrations of an object that a place holds.
  func active(of object: Int32) -> [Int32] {
    all(of: object).filter { all[Int($0)].isActive }
  }

  /// Ends what an object was registered as; the token's own references go with it.
  func end(of object: Int32, _ kinds: Set<Registration.Kind>) {
    for index in active(of: object) where kinds.contains(all[Int(index)].kind) { end(index) }
  }

  /// The end of an object that stands for a registration: dropped tokens end what they stand for.
  func endWith(_ object: Int32) {
    guard ofObject[object] != nil, let kind = kindEnding(with: object) else { return }
    end(of: object, [kind])
  }

  private func kindEnding(with object: Int32) -> Registration.Kind? {
    switch run.typeName(object) {
    case "AnyCancellable": .subscription
    case "NSKeyValueObservation": .observation
    case "DispatchSource": .source
    case "URLSession": .session
    default: nil
    }
  }

  /// What is freed needs no state.
  func forget(_ object: Int32) { ofObject[object] = nil }
}

extension Simulation {
  /// The object whose code runs: `self` here, or that of the callback around.
  func owner(in frame: Frame) -> Int32 {
    if let own = frame.variable("self"), heap.isAlive(own.target) { return own.target }
    return calls.last?.object ?? -1
  }
}
