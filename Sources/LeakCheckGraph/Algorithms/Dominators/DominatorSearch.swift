/// The phases of the search for dominators, and the memory that they share.
enum DominatorSearch {
  /// The result from which a ``DominatorTree`` is made.
  struct Result {
    var preorder: [Int32] = []
    var immediateDominator: [Int32] = []
    var reachedWords: [UInt64] = []
  }

  /// The dominators of everything that `sources` reach.
  static func dominators(from sources: [Int32], along edges: Adjacency) -> Result {
    var result = Result()
    let count = edges.vertexCount
    result.preorder = unsafe [Int32](atMost: count) { preorder in
      unsafe edges.withUnsafeColumns { columns in
        let parents = ScratchBuffer(byteCount: 4 * (count + 1))
        // First visits by vertex; when the predecessors are there, links by number.
        let shared = ScratchBuffer(byteCount: 8 * (count + 1))
        var tree = unsafe SpanningTree(
          columns, visits: shared.column(of: SpanningTree.Visit.self, count: count),
          preorder: preorder, parents: parents.column(of: Int32.self, count: count + 1))
        tree.grow(from: sources)
        result.reachedWords = tree.reachedWords()
        result.immediateDominator = dominators(in: tree, shared)
        return Int(tree.reached)
      }
    }
    return result
  }

  private static func dominators(
    in tree: SpanningTree, _ shared: borrowing ScratchBuffer
  ) -> [Int32] {
    let count = Int(tree.reached)
    let scratch = ScratchBuffer(byteCount: 4 * (count + 2))
    let runs = unsafe scratch.column(of: Int32.self, count: count + 2)
    unsafe search(in: tree, shared, runs)
    return unsafe [Int32](count: tree.visits.count) { result in
      unsafe result.initialize(repeating: -1)
      for number in stride(from: 1, through: count, by: 1) {
        if number &+ 24 <= count { unsafe result.prefetch(Int(tree.preorder[number &+ 23])) }
        let dominator = unsafe Int(runs[number])
        guard dominator > 0 else { continue }
        unsafe result[Int(tree.preorder[number &- 1])] = tree.preorder[dominator &- 1]
      }
    }
  }

  private static func search(
    in tree: SpanningTree, _ shared: borrowing ScratchBuffer,
    _ runs: UnsafeMutableBufferPointer<Int32>
  ) {
    let count = Int(tree.reached)
    let size = unsafe tree.layOutPredecessors(runs)
    let scratch = ScratchBuffer(byteCount: 4 * (size + count))
    let predecessors = unsafe scratch.column(of: Int32.self, count: size)
    unsafe tree.fill(predecessors)
    unsafe SemiNCA(
      count: count, parents: tree.parents, predecessors: predecessors,
      links: shared.column(of: SemiNCA.Link.self, count: count + 1), runs: runs,
      path: scratch.column(of: Int32.self, count: count, at: 4 * size)
    ).run()
  }
}
