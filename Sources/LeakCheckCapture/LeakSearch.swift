package import LeakCheckGraph

/// An object's address, masked so that it does not look like a reference.
package struct ObjectAddress: Hashable, Sendable {
  private let masked: UInt

  /// The address of `object`, which is valid only as long as the object lives.
  package init(_ object: AnyObject) { masked = ~UInt(bitPattern: ObjectIdentifier(object)) }

  /// The object at a plain address, which the caller must not keep in memory.
  package init(plain: UInt) { masked = ~plain }

  /// The address itself.
  var value: UInt { ~masked }
}

/// The type of an object, by which another in its place is told from it.
package struct ObjectType: Hashable, Sendable {
  private let metadata: UInt

  init(_ layout: TypeLayout) { metadata = layout.type.address }
}

/// Objects found by a capture that should be gone.
package struct CapturedLeaks: Sendable {
  /// The holders of the objects, which have `expect: gone`.
  ///
  /// It is empty if nothing is left.
  package var graph: ObjectGraph
  /// The objects that should be gone, with their types.
  package var objects: [ObjectAddress: ObjectType] = [:]
  /// Notes for the reader, such as that another test was running at the same time.
  package var notes: [String]
  /// Whether waiting cannot change the result: no task, queue or local variable holds the objects.
  package var isSettled: Bool
  /// The number of other tests that ran in tasks at the moment of the capture.
  package var otherTests = 0
  /// Whether something holds one of the objects.
  package var areHeld = true
  /// Whether nothing was found although only something outside the heap seemed to hold a new object, as a thread does
  /// for a moment before it releases the object.
  package var mayBeHidden = false

  /// Creates a result; see the properties.
  package init(graph: ObjectGraph, notes: [String], isSettled: Bool = false) {
    self.graph = graph
    self.notes = notes
    self.isSettled = isSettled
  }
}

/// Finds the holders of objects that should be gone.
///
/// A second capture confirms a leak: a reference that is just being moved can be invisible for a moment.
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

/// Finds objects left since `mark`, except those that `value` holds.
///
/// These are unreachable objects that did not exist, or were held, at the mark; and new objects of the package under
/// test that something else holds, since `heldMark` if given.
package func captureLeftovers<Value>(
  since mark: HeapMark, heldSince heldMark: HeapMark? = nil, keeping value: borrowing Value,
  within scope: LeftoverScope
) throws(CaptureError) -> CapturedLeaks {
  if let madeUp = MadeUpCapture.current { return try madeUp.leaks() }
  let contents = try HeapContents()
  // Finding the holders is most of the work.
  guard Leftovers.mayExist(in: contents, since: mark, within: scope) else { return .nothing }
  let heap = try HeapCapture(of: contents, since: mark)
  let first = Leftovers(
    in: heap, since: mark, heldSince: heldMark, keeping: heap.objects(heldBy: value),
    within: scope)
  try heap.pages.check()
  guard !first.expected.isEmpty else {
    var nothing = CapturedLeaks.nothing
    // Other tests have variables of their own.
    nothing.mayBeHidden = first.mayBeHidden && first.otherTests == 0
    return nothing
  }
  let again = try HeapCapture(since: mark)
  let second = Leftovers(
    in: again, since: mark, heldSince: heldMark, keeping: again.objects(heldBy: value),
    within: scope)
  // Only objects found twice, with the same verdict.
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
    // A doubt in one look does not clear what the other look saw.
    nothing.mayBeHidden =
      !second.expected.isEmpty || (second.mayBeHidden && second.otherTests == 0)
    return nothing
  }
  var leaks = try again.leaks(confirmed, isSettled: second.isSettled)
  leaks.otherTests = second.otherTests
  leaks.areHeld = confirmed.keys.contains { again.judgement.isReached[Int($0)] }
  return leaks
}

/// The program's objects created since `mark`.
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

/// Everything that keeps a live object, and everything that it keeps, with no expectations.
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
    var leaks = CapturedLeaks(graph: graph, notes: notes, isSettled: isSettled)
    for node in expected.keys {
      leaks.objects[ObjectAddress(plain: address(of: node))] = layout(of: node).map(ObjectType.init)
    }
    return leaks
  }

  /// Notes about the capture for the reader.
  private var notes: [String] {
    image.isFrozen
      ? []
      : [
        "the process could not be frozen (fork was refused): other threads may have changed the memory meanwhile"
      ]
  }

  /// Whether waiting cannot free an object: it is leaked, or global variables hold it through objects alone.
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
  /// The result without any objects.
  static let nothing = CapturedLeaks(graph: .empty, notes: [], isSettled: true)
}
