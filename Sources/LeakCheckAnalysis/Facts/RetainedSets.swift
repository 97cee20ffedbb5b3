import LeakCheckGraph

/// The retained set of an object or a component: the vertices that it dominates.
///
/// Objects are dominated from the roots and from what keeps itself; components in the graph of components, where a cycle
/// is one vertex and so has one retained set. A class, because it finds dominators when they are first asked for.
final class RetainedSets {
  /// The size of a retained set.
  struct Size: Equatable {
    var objects: Int
    /// The sum of shallow sizes.
    var bytes: Int64
  }

  private let analysis: GraphAnalysis
  private lazy var objects = Self.ofObjects(in: analysis)
  private lazy var components = Self.ofComponents(in: analysis)

  init(_ analysis: GraphAnalysis) { self.analysis = analysis }

  private static func selfKept(_ analysis: GraphAnalysis) -> [Int] {
    let scc = analysis.components
    return scc.cyclic.filter { component in
      scc.members(of: component).first.map { !analysis.reachable.contains($0) } == true
    }
  }

  private static func ofObjects(in analysis: GraphAnalysis) -> Subtrees {
    let sources =
      analysis.roots + analysis.overRetained
      + selfKept(analysis).flatMap { analysis.components.members(of: $0) }
    let sizes = analysis.graph.storage.sizes
    guard let part = AskedPart(of: analysis, from: sources) else {
      return Subtrees(DominatorTree(from: sources, along: analysis.retaining)) {
        Size(objects: 1, bytes: sizes[Int($0)])
      }
    }
    let tree = DominatorTree(from: part.sources, along: part.edges)
    return Subtrees(tree, of: part.objects) { Size(objects: 1, bytes: sizes[Int($0)]) }
  }

  private static func ofComponents(in analysis: GraphAnalysis) -> Subtrees {
    let scc = analysis.components
    let sources = (analysis.roots + analysis.overRetained).map { scc.component[Int($0)] }
    let tree = DominatorTree(
      from: sources + selfKept(analysis).map(Int32.init),
      along: analysis.retaining.condensed(into: scc))
    var sizes = [Size](repeating: Size(objects: 0, bytes: 0), count: scc.count)
    let bytes = analysis.graph.storage.sizes
    let componentOf = scc.component
    for object in componentOf.indices {
      let component = Int(componentOf[object])
      sizes[component].objects += 1
      sizes[component].bytes = sizes[component].bytes.addingSaturated(bytes[object])
    }
    return Subtrees(tree) { sizes[Int($0)] }
  }

  /// The size of an instance's extent.
  ///
  /// - Complexity: O(1) for one object or component.
  func size(of extent: Candidate.Extent) -> Size {
    switch extent {
    case .objects(let tops) where tops.count == 1: objects.size(below: tops[0])
    case .component(let members):
      components.size(below: analysis.components.component[Int(members[0])])
    case .only(let only) where only.count == 1: sum(of: only)
    case .objects, .only: sum(of: union(of: [extent]))
    }
  }

  /// The retained set of all extents together.
  ///
  /// - Complexity: O(1) for one object or component, which is listed when it is asked for; otherwise that of ``union(of:)``.
  func set(of extents: [Candidate.Extent]) -> RetainedSet {
    if extents.count == 1, let list = list(of: extents[0]) {
      return RetainedSet(size(of: extents[0]), in: analysis.graph, list: list)
    }
    return RetainedSet(union(of: extents), in: analysis.graph)
  }

  /// What lists the objects of one object's or one component's extent, in rising order; `nil` of any other.
  private func list(of extent: Candidate.Extent) -> (@Sendable () -> [Int32])? {
    switch extent {
    case .objects(let tops) where tops.count == 1:
      let objects = objects
      return { objects.members(below: tops) }
    case .component(let members):
      let (all, components) = (analysis.components, components)
      let top = all.component[Int(members[0])]
      return {
        components.members(below: [top]).flatMap { all.members(of: Int($0)) }.sorted()
      }
    case .objects, .only: return nil
    }
  }

  /// The objects of all extents together, in rising order.
  ///
  /// - Complexity: O(objects of the extents, times their logarithm).
  func union(of extents: [Candidate.Extent]) -> [Int32] {
    var found: [Int32] = []
    var tops: [Int32] = []
    var componentTops: [Int32] = []
    for extent in extents {
      switch extent {
      case .objects(let dominators): tops += dominators
      case .component(let members):
        componentTops.append(analysis.components.component[Int(members[0])])
      case .only(let only): found += only
      }
    }
    if !tops.isEmpty { found += objects.members(below: tops) }
    if !componentTops.isEmpty {
      let all = analysis.components
      for component in components.members(below: componentTops) {
        found += all.members(of: Int(component))
      }
    }
    return found.sortedAndDistinct(below: Int(analysis.graph.objectCount))
  }

  private func sum(of objects: [Int32]) -> Size {
    let sizes = analysis.graph.storage.sizes
    return Size(
      objects: objects.count,
      bytes: objects.reduce(0) { $0.addingSaturated(sizes[Int($1)]) })
  }
}

/// The part of a graph for which retained sets are needed, if it is the smaller part.
///
/// What is reached without what is expected gone is retained by nothing that is asked about. All of it counts as one
/// root: the paths from there into the rest enter it by what is expected gone.
private struct AskedPart {
  /// The objects of the part, in rising order.
  let objects: [Int32]
  /// Where paths enter it, renumbered.
  let sources: [Int32]
  /// The edges in it, renumbered.
  let edges: Adjacency

  /// - Complexity: O(objects + references).
  init?(of analysis: GraphAnalysis, from sources: [Int32]) {
    let count = Int(analysis.graph.objectCount)
    // The findings of teardowns ask about anything.
    guard analysis.ends.isEmpty, analysis.graph.objects(marked: .expectedAlive).isEmpty else {
      return nil
    }
    // Where nothing is expected alive, what is needed is what is reached so.
    let rest = analysis.needed
    let part = rest.complement(capacity: count)
    guard part.count <= count / 2 else { return nil }
    let objects = part.members
    edges = analysis.retaining.induced(on: objects)
    let (tails, heads, gone) = (analysis.tails, analysis.retaining.heads, analysis.gone)
    var entries = VertexSet(sources.filter(part.contains), capacity: count)
    for edge in heads.indices where gone.contains(heads[edge]) && rest.contains(tails[edge]) {
      entries.insert(heads[edge])
    }
    self.objects = objects
    self.sources = objects.indices.filter { entries.contains(objects[$0]) }.map(Int32.init)
  }
}

/// A dominator tree from the top down, with the size of each subtree.
private struct Subtrees {
  /// What each vertex dominates, itself included; what nothing reaches, itself alone.
  private let sizes: [RetainedSets.Size]
  private let ranges: DominatedRanges
  /// What the vertices of the tree are numbered from, in rising order; `nil` where they are themselves.
  private let vertices: [Int32]?

  init(
    _ tree: DominatorTree, of vertices: [Int32]? = nil, size: (Int32) -> RetainedSets.Size
  ) {
    var sizes =
      vertices?.map(size) ?? (0..<Int32(tree.immediateDominator.count)).map(size)
    for vertex in tree.preorder.reversed() {
      let dominator = tree.immediateDominator[Int(vertex)]
      guard dominator >= 0 else { continue }
      sizes[Int(dominator)].objects += sizes[Int(vertex)].objects
      sizes[Int(dominator)].bytes = sizes[Int(dominator)].bytes.addingSaturated(
        sizes[Int(vertex)].bytes)
    }
    self.sizes = sizes
    self.vertices = vertices
    ranges = DominatedRanges(of: tree)
  }

  /// The size of what a vertex dominates.
  func size(below top: Int32) -> RetainedSets.Size { sizes[Int(place(of: top))] }

  /// What some vertices dominate, in rising order.
  func members(below tops: [Int32]) -> [Int32] {
    guard let vertices else { return ranges.members(below: tops) }
    return ranges.members(below: tops.map(place)).map { vertices[Int($0)] }
  }

  private func place(of vertex: Int32) -> Int32 {
    guard let vertices else { return vertex }
    let place = vertices.partitioningIndex { $0 >= vertex }
    precondition(place < vertices.count && vertices[place] == vertex, "nobody asks about \(vertex)")
    return Int32(place)
  }
}

extension [Int32] {
  /// The different elements, which are below `bound`, in rising order.
  fileprivate func sortedAndDistinct(below bound: Int) -> [Int32] {
    // Of many, one bit for each possible one is less than sorting.
    if count > bound >> 6 { return VertexSet(self, capacity: bound).members }
    let sorted = sorted()
    guard let first = sorted.first else { return [] }
    return [first] + zip(sorted, sorted.dropFirst()).lazy.filter { $0 != $1 }.map(\.1)
  }
}
