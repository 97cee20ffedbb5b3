package import LeakCheckGraph

/// An object by its address, masked so that it does not look like a reference.
package struct ObjectAddress: Hashable, Sendable {
  private let masked: UInt

  /// The address of `object`, which is the object's only as long as it lives.
  package init(_ object: AnyObject) { masked = ~UInt(bitPattern: ObjectIdentifier(object)) }

  /// The object at a plain address, which the caller keeps in no memory.
  package init(plain: UInt) { masked = ~plain }

  /// The address itself.
  var value: UInt { ~masked }
}

/// The objects that should be gone and that a capture found.
package struct CapturedLeaks: Sendable {
  /// What keeps them: the objects that should be gone have `expect: gone`.
  ///
  /// No objects at all when nothing is left.
  package var graph: ObjectGraph
  /// What a reader must know, such as that another test was running at the same time.
  package var notes: [String]
  /// Whether waiting cannot change what was found: no task, queue or local variable holds the objects.
  package var isSettled: Bool
  /// How many other tests ran in tasks at the moment of the capture.
  package var otherTests = 0
  /// Whether nothing was found although only something outside the heap seemed to hold a new object, as a thread does
  /// for a moment before it releases it.
  package var mayBeHidden = false

  /// What was found; see the properties.
  package init(graph: ObjectGraph, notes: [String], isSettled: Bool = false) {
    self.graph = graph
    self.notes = notes
    self.isSettled = isSettled
  }
}

/// What keeps objects that should be gone.
///
/// A leak is confirmed in a second capture: a reference on its way from one place to another can look like
/// none for a moment.
///
/// Each of the live `objects` has the reason why it should be gone.
package func captureRetainers(
  of objects: [(address: ObjectAddress, because: String)]
) throws(CaptureError) -> CapturedLeaks {
  if let madeUp = MadeUpCapture.current { return try madeUp.leaks() }
  let heap = try HeapCapture.confirmed()
  var expected: [Int32: String] = [:]
  for object in objects {
    let node = heap.chunks.chunk(at: object.address.value)
    if node >= 0, heap.isObject(node) { expected[node] = object.because }
  }
  return try heap.leaks(expected, isSettled: expected.keys.allSatisfy(heap.isSettled))
}

/// What is left since `mark` besides what `value` holds.
///
/// Objects that nothing reaches and that were not there, or were held, at the mark; and new objects of the package under
/// test that something else holds, since `heldMark` where that is given.
package func captureLeftovers<Value>(
  since mark: HeapMark, heldSince heldMark: HeapMark? = nil, keeping value: borrowing Value,
  within scope: LeftoverScope
) throws(CaptureError) -> CapturedLeaks {
  if let madeUp = MadeUpCapture.current { return try madeUp.leaks() }
  let contents = try HeapContents()
  // What holds whom is most of the work.
  guard Leftovers.mayExist(in: contents, since: mark, within: scope) else { return .nothing }
  let heap = try HeapCapture(of: contents, since: mark)
  let first = Leftovers(
    in: heap, since: mark, heldSince: heldMark, keeping: heap.objects(heldBy: value),
    within: scope)
  try heap.pages.check()
  guard !first.expected.isEmpty else {
    var nothing = CapturedLeaks.nothing
    // Others have variables of their own.
    nothing.mayBeHidden = first.mayBeHidden && first.otherTests == 0
    return nothing
  }
  let again = try HeapCapture(since: mark)
  let second = Leftovers(
    in: again, since: mark, heldSince: heldMark, keeping: again.objects(heldBy: value),
    within: scope)
  // Only what is there twice, and judged alike.
  let changed = GarbageRecord(of: heap).news(in: again)
  let confirmed = second.expected.filter { node, _ in
    let before = heap.chunks.chunk(at: again.address(of: node))
    return before >= 0 && first.expected[before] != nil && !changed.contains(node)
      && heap.judgement.isReached[Int(before)] == again.judgement.isReached[Int(node)]
  }
  again.spare(changed)
  try again.pages.check()
  guard !confirmed.isEmpty else {
    var nothing = CapturedLeaks(graph: .empty, notes: [])
    // What one look saw and the other doubts is not gone for that.
    nothing.mayBeHidden =
      !second.expected.isEmpty || (second.mayBeHidden && second.otherTests == 0)
    return nothing
  }
  var leaks = try again.leaks(confirmed, isSettled: second.isSettled)
  leaks.otherTests = second.otherTests
  return leaks
}

/// The program's objects that have come into being since `mark`.
package func captureNewObjects(
  since mark: HeapMark, within scope: LeftoverScope
) throws(CaptureError) -> Set<ObjectAddress> {
  if MadeUpCapture.current != nil { return [] }
  let contents = try HeapContents()
  var objects: Set<ObjectAddress> = []
  Leftovers.forEachChanged(in: contents, since: mark, within: scope) { address, isNew in
    if isNew { objects.insert(ObjectAddress(plain: address)) }
    return true
  }
  return objects
}

/// Everything that keeps a live object, and what it keeps, nothing expected gone.
package func captureGraph(around object: ObjectAddress) throws(CaptureError) -> ObjectGraph {
  if let madeUp = MadeUpCapture.current { return try madeUp.leaks().graph }
  let heap = try HeapCapture()
  let node = heap.chunks.chunk(at: object.value)
  let targets = node >= 0 && heap.isObject(node) ? [node] : []
  return try CapturedGraph.graph(of: NodeSelection(around: targets, in: heap), in: heap, named: "")
}

extension HeapCapture {
  fileprivate func leaks(
    _ expected: [Int32: String], isSettled: Bool
  ) throws(CaptureError)
    -> CapturedLeaks
  {
    let selection = NodeSelection(around: expected.keys.sorted(), in: self)
    let graph = try CapturedGraph.graph(
      of: selection, in: self, named: "", expectingGone: expected)
    return CapturedLeaks(graph: graph, notes: notes, isSettled: isSettled)
  }

  /// What a reader must know of the capture.
  private var notes: [String] {
    image.isFrozen
      ? []
      : [
        "the process could not be frozen (fork was refused): other threads may have changed what was read"
      ]
  }

  /// Whether waiting cannot free an object: it is leaked, or global variables hold it by objects alone.
  fileprivate func isSettled(_ node: Int32) -> Bool {
    guard judgement.isReached[Int(node)] else { return true }
    var current = node
    while true {
      guard layout(of: current).map({ $0.shape != .task }) ?? false,
        unexplainedAreGlobal(current)
      else { return false }
      guard judgement.cameFrom[Int(current)] > 0 else { return true }
      current = judgement.cameFrom[Int(current)] - 1
    }
  }

  private func unexplainedAreGlobal(_ node: Int32) -> Bool {
    judgement.unexplained[Int(node)] <= roots.globals[Int(node)]
  }
}

extension CapturedLeaks {
  /// Nothing is left.
  static let nothing = CapturedLeaks(graph: .empty, notes: [], isSettled: true)
}
