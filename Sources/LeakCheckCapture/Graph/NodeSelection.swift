/// Which nodes of a heap a graph shows.
struct NodeSelection {
  /// The nodes, in rising order.
  let nodes: [Int32]
  /// For each node that is shown, its position in ``nodes``; else -1.
  private let positions: PageArray<Int32>

  /// How many nodes that lie behind a target are shown at most.
  private static let behindLimit = 5_000
  /// How many nodes that lead to a target are shown at most.
  private static let beforeLimit = 20_000

  /// Every Swift object, and the memory of C between them.
  init(everythingOf heap: HeapCapture) {
    let isShown = PageArray<Bool>(in: heap.pages, count: heap.nodeCount)
    var queue: [Int32] = []
    for node in 0..<heap.nodeCount where heap.isObject(Int32(node)) {
      isShown[node] = true
      queue.append(Int32(node))
    }
    let incoming = IncomingReferences(of: heap)
    while let node = queue.popLast() {
      for holder in incoming.holders(of: node) where !isShown[Int(holder)] {
        isShown[Int(holder)] = true
        queue.append(holder)
      }
    }
    self.init(isShown, heap)
  }

  /// What keeps `targets`, and what they keep.
  init(around targets: [Int32], in heap: HeapCapture) {
    let isShown = PageArray<Bool>(in: heap.pages, count: heap.nodeCount)
    Self.showHolders(of: targets, in: heap, isShown)
    Self.showHeld(by: targets, in: heap, isShown)
    self.init(isShown, heap)
  }

  private init(_ isShown: PageArray<Bool>, _ heap: HeapCapture) {
    nodes = (0..<Int32(heap.nodeCount)).filter { isShown[Int($0)] }
    positions = PageArray(in: heap.pages, count: heap.nodeCount)
    for node in 0..<heap.nodeCount { positions[node] = -1 }
    for (position, node) in nodes.enumerated() { positions[Int(node)] = Int32(position) }
  }

  /// Whether a node is shown.
  func contains(_ node: Int32) -> Bool { positions[Int(node)] >= 0 }

  /// Shows everything that leads to `targets`; of memory of C, only the nearest way from outside.
  private static func showHolders(
    of targets: [Int32], in heap: HeapCapture, _ isShown: PageArray<Bool>
  ) {
    let incoming = IncomingReferences(of: heap)
    var queue = targets
    for target in targets { isShown[Int(target)] = true }
    var next = 0
    while next < queue.count, next < beforeLimit {
      let node = queue[next]
      next += 1
      let nearest = heap.judgement.cameFrom[Int(node)] - 1
      let isLibrary = heap.isLibrary(node) && heap.judgement.isReached[Int(node)]
      // What runs, or what a framework holds from outside, is where a path begins.
      if next > targets.count, heap.isOrigin(node) { continue }
      // Memory of C that is not reached from a Swift object is where a path begins as well.
      let holders =
        isLibrary
        ? (nearest >= 0 && leadsToObject(nearest, heap) ? [nearest] : [])
        : incoming.holders(of: node)
      for holder in holders where !isShown[Int(holder)] {
        isShown[Int(holder)] = true
        queue.append(holder)
      }
    }
  }

  /// Whether memory of C was reached from a Swift object.
  private static func leadsToObject(_ node: Int32, _ heap: HeapCapture) -> Bool {
    var current = node
    while heap.isLibrary(current) {
      guard heap.judgement.cameFrom[Int(current)] > 0 else { return false }
      current = heap.judgement.cameFrom[Int(current)] - 1
    }
    return true
  }

  private static func showHeld(
    by targets: [Int32], in heap: HeapCapture, _ isShown: PageArray<Bool>
  ) {
    var queue = targets
    var next = 0
    while next < queue.count, next < behindLimit {
      let node = Int(queue[next])
      next += 1
      for index in Int(heap.references.starts[node])..<Int(heap.references.starts[node + 1]) {
        let target = heap.references.targets[index]
        let vertex = Int32(target & ~ReferenceTable.guess)
        let isCertain = target & ReferenceTable.guess == 0
        guard !isShown[Int(vertex)], isCertain || heap.acceptsGuess(vertex, from: Int32(node))
        else { continue }
        isShown[Int(vertex)] = true
        queue.append(vertex)
      }
    }
  }
}

/// Who refers to each node, by target.
struct IncomingReferences {
  private let heap: HeapCapture
  private let starts: PageArray<Int32>
  private let sources: PageArray<Int32>

  /// - Complexity: O(nodes + references).
  init(of heap: HeapCapture) {
    self.heap = heap
    let references = heap.references
    let count = heap.nodeCount
    starts = PageArray(in: heap.pages, count: count + 2)
    sources = PageArray(in: heap.pages, count: references.targets.count)
    var index = 0
    while index < references.targets.count {
      starts[Int(references.targets[index] & ~ReferenceTable.guess) + 2] += 1
      index &+= 1
    }
    index = 0
    while index < count {
      starts[index + 2] += starts[index + 1]
      index &+= 1
    }
    var node = 0
    while node < count {
      for index in Int(references.starts[node])..<Int(references.starts[node + 1]) {
        let target = Int(references.targets[index] & ~ReferenceTable.guess)
        let place = starts[target + 1]
        // A word that cannot be the holder is marked, so that it is passed over later.
        let isGuess = references.targets[index] & ReferenceTable.guess != 0
        sources[Int(place)] =
          isGuess && !heap.acceptsGuess(Int32(target), from: Int32(node)) ? -1 : Int32(node)
        starts[target + 1] = place + 1
      }
      node &+= 1
    }
  }

  /// The nodes that may keep `node`.
  func holders(of node: Int32) -> [Int32] {
    (Int(starts[Int(node)])..<Int(starts[Int(node) + 1])).map { sources[$0] }.filter {
      // A word in memory that only a stack names may be old.
      $0 >= 0
        && !(heap.isLibrary($0) && heap.isObject(node) && heap.judgement.isFromStack[Int($0)])
    }
  }
}
