/// The sums over the subtrees of a dominator tree, computed in one sweep from the last number to the first.
enum RetainedSums {
  /// How far ahead the sweep loads what it will add to.
  private static let ahead = 16

  static func sums(of weights: (Int32) -> Int64, in tree: DominatorTree) -> [Int64] {
    unsafe [Int64](count: tree.immediateDominator.count) { sums in
      unsafe sums.initialize(repeating: 0)
      unsafe tree.preorder.withUnsafeBufferPointer { preorder in
        unsafe tree.immediateDominator.withUnsafeBufferPointer { dominators in
          unsafe add(weights, to: sums, preorder, dominators)
        }
      }
    }
  }

  private static func add(
    _ weights: (Int32) -> Int64, to sums: UnsafeMutableBufferPointer<Int64>,
    _ preorder: UnsafeBufferPointer<Int32>, _ dominators: UnsafeBufferPointer<Int32>
  ) {
    for place in stride(from: preorder.count &- 1, through: 0, by: -1) {
      if place >= ahead {
        let later = unsafe Int(preorder[place &- ahead])
        unsafe sums.prefetch(later)
        unsafe dominators.prefetch(later)
      }
      let vertex = unsafe preorder[place]
      let sum = unsafe sums[Int(vertex)].addingSaturated(weights(vertex))
      unsafe sums[Int(vertex)] = sum
      let dominator = unsafe Int(dominators[Int(vertex)])
      if dominator >= 0 { unsafe sums[dominator] = sums[dominator].addingSaturated(sum) }
    }
  }
}
