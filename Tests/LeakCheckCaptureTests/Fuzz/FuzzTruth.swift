/// What must have become of an object of a plan.
enum FuzzFate: Hashable, Sendable {
  case freed
  case leaked
  case held
}

extension FuzzPlan {
  /// The targets that an object retains.
  func retainedTargets(of index: Int) -> [Int] {
    zip(kind(of: index).slots, targets[index]).filter(\.0.retains).map(\.1)
  }

  /// The fate of each object, by reachability and counting alone, while the holders hold or after.
  ///
  /// - Complexity: O(objects + edges).
  func fates(holding: Bool) -> [FuzzFate] {
    let edges = kinds.indices.map { retainedTargets(of: $0) }
    var fates = [FuzzFate](repeating: .leaked, count: count)
    var stack = holding ? kinds.indices.filter { holders[$0] != nil } : []
    while let index = stack.popLast() {
      guard fates[index] != .held else { continue }
      fates[index] = .held
      stack += edges[index]
    }
    release(&fates, along: edges)
    return fates
  }

  /// Frees whom nobody retains, and so on.
  private func release(_ fates: inout [FuzzFate], along edges: [[Int]]) {
    var counts = [Int](repeating: 0, count: count)
    for target in edges.joined() { counts[target] += 1 }
    var stack = kinds.indices.filter { fates[$0] == .leaked && counts[$0] == 0 }
    while let index = stack.popLast() {
      fates[index] = .freed
      for target in edges[index] {
        counts[target] -= 1
        if counts[target] == 0 && fates[target] == .leaked { stack.append(target) }
      }
    }
  }

  /// How many retains each object has while the holders hold, of those who are alive.
  func retainCounts(_ fates: [FuzzFate]) -> [Int] {
    var counts = holders.map { $0 == nil ? 0 : 1 }
    for index in kinds.indices where fates[index] != .freed {
      for target in retainedTargets(of: index) { counts[target] += 1 }
    }
    return counts
  }
}
