import Foundation
import LeakCheckLocks

/// A thread that never stops changing its objects while captures look at them.
final class MutatingWorker: Sendable {
  /// What one thread owns; only that thread touches it after the start.
  private final class World: @unchecked Sendable {
    /// Objects that stay, among others that come and go.
    var stable: [String: MutatedNode] = [:]
    var churn: [Int: MutatedNode] = [:]
    var list: [MutatedNode] = []
    var watched: [WatchedNode] = []
    var handlers: [() -> MutatedNode?] = []
  }

  private let world = World()
  private let isStopping = Atomic(false)
  private let stopped = DispatchSemaphore(value: 0)
  private let steps = Atomic(0)

  /// The masked addresses of the objects that stay.
  let stableObjects: [MaskedAddress]

  /// A worker with `count` objects that stay.
  init(stable count: Int) {
    let nodes = (0..<count).map { MutatedNode(number: $0) }
    for node in nodes { world.stable["stable \(node.number)"] = node }
    stableObjects = nodes.map { MaskedAddress(of: $0) }
  }

  /// Starts the thread.
  func start() {
    Thread.detachNewThread { [self] in
      var number = 0
      while !isStopping.load(ordering: .acquiring) {
        number += 1
        step(number)
        steps.store(number, ordering: .releasing)
      }
      clear()
      stopped.signal()
    }
  }

  /// Ends the thread, and says how often it changed something.
  func stop() -> Int {
    isStopping.store(true, ordering: .releasing)
    stopped.wait()
    return steps.load(ordering: .acquiring)
  }

  private func step(_ number: Int) {
    let node = MutatedNode(number: number)
    growOrShrink(node)
    swapProperties(node)
    formWeakReferences(node)
    let stable = world.stable["stable \(number % max(1, world.stable.count))"]
    stable?.other = number.isMultiple(of: 3) ? nil : node
    stable?.text = "text \(number) that is too long to be stored inline"
  }

  private func growOrShrink(_ node: MutatedNode) {
    world.churn[node.number] = node
    world.list.append(node)
    if world.churn.count > 700 { world.churn = [:] }
    if world.list.count > 500 { world.list.removeFirst(250) }
    if node.number.isMultiple(of: 64) {
      world.stable["passing \(node.number % 1_024)"] = MutatedNode(number: -1)
    }
  }

  private func swapProperties(_ node: MutatedNode) {
    guard let first = world.list.first, first !== node else { return }
    // The oldest lets go of its own, so that no chain grows without end.
    first.clear()
    node.other = first
    node.value = node.number.isMultiple(of: 2) ? .one(first) : .text("\(node.number)")
    world.handlers.append { [weak node] in node ?? first }
    if world.handlers.count > 100 { world.handlers.removeAll(keepingCapacity: true) }
  }

  private func formWeakReferences(_ node: MutatedNode) {
    world.watched.append(WatchedNode(node: node))
    world.watched.removeAll { $0.node == nil }
    if world.watched.count > 200 { world.watched = [] }
  }

  /// Breaks what may be a cycle, so that the thread leaves nothing behind.
  private func clear() {
    let nodes = world.list + world.stable.values + world.churn.values
    for node in nodes { node.clear() }
    world.handlers = []
    world.list = []
    world.churn = [:]
    world.stable = [:]
  }
}

/// An object that the threads change.
final class MutatedNode {
  enum Value {
    case none
    case one(MutatedNode)
    case text(String)
  }

  let number: Int
  var other: MutatedNode?
  var value = Value.none
  var text = ""

  init(number: Int) { self.number = number }

  func clear() {
    other = nil
    value = .none
  }
}

/// A weak reference in an array.
struct WatchedNode {
  weak var node: MutatedNode?
}
