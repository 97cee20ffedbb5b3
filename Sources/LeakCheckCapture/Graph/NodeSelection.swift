/// The nodes of a heap that a graph shows.
struct NodeSelection {
  /// The nodes, in rising order.
  let nodes: [Int32]
  /// Whether only the surroundings of some targets are shown.
  let isOfTargets: Bool
  /// The position of each shown node in ``nodes``; otherwise -1.
  private let positions: PageArray<Int32>

  /// The most nodes to show behind a target.
  private static let behindLimit = 5_000
  /// The most nodes to show before a target.
  private static let beforeLimit = 20_000

  /// All Swift objects, and the C memory between them.
  init(everythingOf heap: HeapCapture) {
    let isShown = PageArray<Bool>(in: heap.pages, count: heap.nodeCount)
    var open: [Int32] = []
    for node in 0..<heap.nodeCount where heap.isObject(Int32(node)) { isShown[node] = true }
    let incoming = heap.incoming
    func showHolders(of node: Int32) {
      incoming.forEachHolder(of: node) { holder in
        guard !isShown[Int(holder)] else { return }
        isShown[Int(holder)] = true
        open.append(holder)
      }
    }
    for node in 0..<Int32(heap.nodeCount) where heap.isObject(node) { showHolders(of: node) }
    while let node = open.popLast() { showHolders(of: node) }
    self.init(isShown, heap, isOfTargets: false)
  }

  /// Everything that keeps `targets`, and everything that they keep.
  init(around targets: [Int32], in heap: HeapCapture) {
    let isShown = PageArray<Bool>(in: heap.pages, count: heap.nodeCount)
    Self.showHolders(of: targets, in: heap, isShown)
    Self.showHeld(by: targets, in: heap, isShown)
    self.init(isShown, heap, isOfTargets: true)
  }

  private init(_ isShown: PageArray<Bool>, _ heap: HeapCapture, isOfTargets: Bool) {
    self.isOfTargets = isOfTargets
    nodes = (0..<Int32(heap.nodeCount)).filter { isShown[Int($0)] }
    positions = PageArray(in: heap.pages, count: heap.nodeCount)
    for node in 0..<heap.nodeCount { positions[node] = -1 }
    for (position, node) in nodes.enumerated() { positions[Int(node)] = Int32(position) }
  }

  /// Whether a node is shown.
  func contains(_ node: Int32) -> Bool { positions[Int(node)] >= 0 }

  /// Shows everything that leads to `targets`; for C memory, only the shortest path from outside.
  private static func showHolders(
    of targets: [Int32], in heap: HeapCapture, _ isShown: PageArray<Bool>
  ) {
    let incoming = heap.incoming
    var queue = targets
    for target in targets { isShown[Int(target)] = true }
    var next = 0
    while next < queue.count, next < beforeLimit {
      let node = queue[next]
      next += 1
      let nearest = heap.judgement.cameFrom[Int(node)] - 1
      let isLibrary = heap.isLibrary(node) && heap.judgement.isReached[Int(node)]
      // A path begins at something that runs, or that a framework holds from outside.
      if next > targets.count, heap.isOrigin(node) { continue }
      // A path also begins at C memory that no Swift object reaches.
      let holders =
        isLibrary
        ? (nearest >= 0 && heap.isReachedFromObject(nearest) ? [nearest] : [])
        : incoming.holders(of: node)
      for holder in holders where !isShown[Int(holder)] && heap.isTold(holder, asHolderOf: node) {
        isShown[Int(holder)] = true
        queue.append(holder)
      }
    }
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
