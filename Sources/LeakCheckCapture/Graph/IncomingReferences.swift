/// The references to each node, by target.
struct IncomingReferences {
  private let objects: HeapObjects
  private let judgement: HeapJudgement
  private let starts: PageArray<Int32>
  private let sources: PageArray<Int32>

  /// - Complexity: O(nodes + references).
  init(of heap: HeapCapture) {
    objects = heap.objects
    judgement = heap.judgement
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
        // A word that cannot be the holder is marked, to be skipped later.
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
    var holders: [Int32] = []
    forEachHolder(of: node) { holders.append($0) }
    return holders
  }

  /// Calls `body` with each node that may keep `node`.
  func forEachHolder(of node: Int32, _ body: (Int32) -> Void) {
    var index = Int(starts[Int(node)])
    let end = Int(starts[Int(node) + 1])
    while index < end {
      let holder = sources[index]
      index &+= 1
      // A word in memory that only a stack names may be outdated.
      guard holder >= 0,
        !(objects.isLibrary(holder) && objects.isObject(node)
          && judgement.isFromStack[Int(holder)])
      else { continue }
      body(holder)
    }
  }
}
