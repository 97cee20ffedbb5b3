import LeakCheckGraph

extension Labels {
  /// The rank of a step: by the type of the holder, then by the reference's name.
  func label(of step: Cut.Step) -> Int64 { holderLabel(ofReference: step.reference.index) }

  /// The place of the step that comes first in the order of reading, before there is a path.
  func first(of steps: [Cut.Step]) -> Int? {
    var first: (cost: Int, label: Int64, place: Int)?
    for place in steps.indices {
      let cost = steps[place].cost
      if let first, first.cost < cost { continue }
      let key = (cost: cost, label: label(of: steps[place]), place: place)
      if first.map({ key < $0 }) ?? true { first = key }
    }
    return first?.place
  }

  /// The cut with its steps in the order of reading: those on `path` first, cheap before dear.
  func ordered(_ cut: Cut, along path: LeakTrace) -> Cut {
    if cut.steps.count < 2 { return cut }
    // Of the two, the cut is the one with few references.
    let cutReferences = Set(cut.steps.map(\.reference.index))
    let onPath = Set(path.references.lazy.map(\.index).filter(cutReferences.contains))
    var table = PairTable()
    let numbers = cut.steps.map { step in
      let price = step.cost << 1 | (onPath.contains(step.reference.index) ? 0 : 1 << 40)
      return table.number(of: Int64(price), label(of: step))
    }
    let ranks = table.ranks
    let (_, order) = Adjacency.inverse(
      of: numbers.map { ranks[Int($0)] }, vertexCount: ranks.count)
    var cut = cut
    cut.steps = Cut.Steps(order.map { cut.steps[Int($0)] })
    return cut
  }
}
