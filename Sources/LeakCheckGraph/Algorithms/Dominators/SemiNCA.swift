/// Semidominators, then nearest common ancestors, all in preorder numbers.
///
/// Lengauer and Tarjan keep for each vertex the one with the least semidominator on the way up; this
/// keeps that semidominator itself, since nothing else of the vertex is asked for.
///
/// All pointers belong to ``DominatorSearch`` and are valid while it runs.
@safe struct SemiNCA {
  /// The way up from a number, which path compression shortens.
  struct Link: BitwiseCopyable {
    var ancestor: Int32
    /// The least semidominator from here up to below the ancestor.
    var least: Int32
  }

  let count: Int
  let parents: UnsafeMutableBufferPointer<Int32>
  let predecessors: UnsafeMutableBufferPointer<Int32>
  let links: UnsafeMutableBufferPointer<Link>
  /// Where the run of each number begins in `predecessors`; then its semidominator; then its immediate
  /// dominator.
  let runs: UnsafeMutableBufferPointer<Int32>
  /// Memory for the longest way up.
  let path: UnsafeMutableBufferPointer<Int32>

  /// Leaves the immediate dominators in `runs`.
  func run() {
    var end = unsafe Int(runs[count + 1])
    for number in stride(from: count, to: 0, by: -1) {
      let begin = unsafe Int(runs[number])
      let parent = unsafe parents[number]
      var semidominator = parent
      while end > begin {
        end &-= 1
        if end >= 24 { unsafe links.prefetch(Int(predecessors[end &- 24])) }
        let predecessor = unsafe predecessors[end]
        let value = least(predecessor, above: Int32(truncatingIfNeeded: number))
        if value < semidominator { semidominator = value }
      }
      unsafe runs[number] = semidominator
      unsafe links[number] = Link(ancestor: parent, least: semidominator)
    }
    findCommonAncestors()
  }

  private func findCommonAncestors() {
    unsafe runs[0] = 0
    for number in stride(from: 1, through: count, by: 1) {
      let semidominator = unsafe runs[number]
      var candidate = unsafe parents[number]
      while candidate > semidominator { unsafe candidate = runs[Int(candidate)] }
      unsafe runs[number] = candidate
    }
  }

  /// The predecessor itself when it is below `limit`; else the least semidominator on its way up there.
  @inline(__always) private func least(_ predecessor: Int32, above limit: Int32) -> Int32 {
    if predecessor <= limit { return predecessor }
    let link = unsafe links[Int(predecessor)]
    return link.ancestor <= limit ? link.least : compress(predecessor, above: limit)
  }

  private func compress(_ number: Int32, above limit: Int32) -> Int32 {
    var length = 0
    var top = Int(number)
    while unsafe links[top].ancestor > limit {
      unsafe path[length] = Int32(truncatingIfNeeded: top)
      length &+= 1
      unsafe top = Int(links[top].ancestor)
    }
    var link = unsafe links[top]
    while length > 0 {
      length &-= 1
      let below = unsafe Int(path[length])
      link.least = unsafe Swift.min(link.least, links[below].least)
      unsafe links[below] = link
    }
    return link.least
  }
}
