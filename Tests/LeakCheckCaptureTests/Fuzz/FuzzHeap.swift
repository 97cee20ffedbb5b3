/// What a test's own locals hold of a plan.
struct LocalHolders {
  /// An object that keeps others, as a view controller keeps its models.
  final class Keeper {
    var kept: [Int: any FuzzNode] = [:]
  }

  var array: [any FuzzNode] = []
  var keeper = Keeper()
}

/// The objects of a plan, built; only masked addresses are kept here.
struct FuzzHeap {
  let plan: FuzzPlan
  let addresses: [MaskedAddress]

  /// Builds the objects, gives some to their holders and lets go of all.
  @inline(never) init(_ plan: FuzzPlan, holders: inout LocalHolders) {
    self.plan = plan
    let nodes = Self.makeNodes(plan)
    Self.linkNodes(nodes, plan)
    for (index, holder) in plan.holders.enumerated() {
      guard let holder else { continue }
      Self.give(nodes[index], to: holder, &holders)
    }
    addresses = nodes.map { MaskedAddress(of: $0) }
  }

  /// Creates the objects in two halves, the second in memory that is full of pointers to the first.
  private static func makeNodes(_ plan: FuzzPlan) -> [any FuzzNode] {
    let half = plan.count / 2
    var nodes = (0..<half).map { plan.kind(of: $0).make($0) }
    StaleMemory.leave(behind: nodes.map { MaskedAddress(of: $0) }[...])
    nodes += (half..<plan.count).map { plan.kind(of: $0).make($0) }
    return nodes
  }

  /// Links all; some twice, so that the first targets stay behind as stale bytes.
  private static func linkNodes(_ nodes: [any FuzzNode], _ plan: FuzzPlan) {
    for (index, targets) in plan.staleTargets.enumerated() where !targets.isEmpty {
      nodes[index].link(targets.map { nodes[$0] })
    }
    StaleMemory.leave(behind: nodes.suffix(nodes.count / 4).map { MaskedAddress(of: $0) }[...])
    for (index, targets) in plan.targets.enumerated() {
      let isUnlinked = targets.isEmpty || index.isMultiple(of: 3)
      if isUnlinked { nodes[index].unlink() }
      if !targets.isEmpty { nodes[index].link(targets.map { nodes[$0] }) }
    }
  }

  private static func give(
    _ node: any FuzzNode, to holder: FuzzPlan.Holder, _ holders: inout LocalHolders
  ) {
    switch holder {
    case .localArray: holders.array.append(node)
    case .localObject: holders.keeper.kept[holders.keeper.kept.count] = node
    case .globalArray: GlobalHolders.holdInArray(node)
    case .globalDictionary: GlobalHolders.holdInDictionary(node)
    case .closureOfSingleton: GlobalHolders.holdInSingleton(node)
    case .rawMemory: GlobalHolders.holdInRawMemory(node)
    }
  }

  /// Empties every slot that is still there, so that every object goes.
  @inline(never) func unlinkAll() {
    for (index, address) in addresses.enumerated() where !Ledger.isFreed(index) {
      (LiveObject.at(address) as? any FuzzNode)?.unlink()
    }
  }
}
