import LeakCheckGraph

/// Counts strong references and frees what has none, again and again, as a program does: what is left is alive.
///
/// Slow, and without any code of the analysis: it reads the objects and references of a graph and nothing else. Only for
/// graphs that declare roots and whose references are counted.
struct ReleaseOracle {
  private struct Link {
    var from: Int32
    var to: Int32
    var number: Int32
    /// The object whose going ends it, or -1.
    var endsWith: Int32
  }

  private let count: Int32
  private var links: [Link] = []
  private var roots: Set<Int32> = []
  private var gone: Set<Int32> = []
  private var expectedAlive: Set<Int32> = []
  /// Objects that somebody retains without a reference.
  private var surplus: Set<Int32> = []

  init(_ graph: ObjectGraph) {
    count = graph.objectCount
    var strong = [Int](repeating: 0, count: Int(count))
    for reference in graph.references where reference.strength == .strong {
      strong[Int(reference.target.index)] += 1
      var endsWith: Int32 = -1
      switch reference.until?.called {
      case .automatically, .inTeardown: continue
      case .inDeinit(let id): endsWith = graph.object(withID: id)?.index ?? -1
      case nil: break
      }
      links.append(
        Link(
          from: reference.source.index, to: reference.target.index, number: reference.index,
          endsWith: endsWith))
    }
    for object in graph.objects {
      if object.isRoot { roots.insert(object.index) }
      if object.expectation?.fate == .gone { gone.insert(object.index) }
      if object.expectation?.fate == .alive { expectedAlive.insert(object.index) }
      if let counted = object.retainCount, Int(counted) > strong[Int(object.index)] {
        surplus.insert(object.index)
      }
    }
  }

  /// What is alive when the references of `cut` are no more.
  func alive(without cut: Set<Int32> = []) -> Set<Int32> {
    settle(without: cut, held: roots.union(surplus), from: Set(0..<count))
  }

  /// Frees what nothing holds, until nothing is freed any more.
  private func settle(
    without cut: Set<Int32>, held: Set<Int32>, from start: Set<Int32>
  )
    -> Set<Int32>
  {
    var alive = start
    while true {
      let retained = Set(
        links.filter { link in
          alive.contains(link.from) && !cut.contains(link.number)
            && (link.endsWith < 0 || alive.contains(link.endsWith))
        }.map(\.to))
      let left = alive.filter { held.contains($0) || retained.contains($0) }
      if left.count == alive.count { return alive }
      alive = left
    }
  }

  /// Whether some objects free each other once nothing outside refers to them, without the references of `cut`.
  func dissolves(_ members: Set<Int32>, without cut: Set<Int32>) -> Bool {
    let outside = alive().subtracting(members)
    var inner = self
    inner.links = links.filter {
      members.contains($0.from) && members.contains($0.to)
        && ($0.endsWith < 0 || members.contains($0.endsWith) || outside.contains($0.endsWith))
    }
    for place in inner.links.indices where outside.contains(inner.links[place].endsWith) {
      inner.links[place].endsWith = -1
    }
    return inner.settle(without: cut, held: [], from: members).isEmpty
  }

  /// Whether something that only the going of `object` ends keeps it without the references of `cut`, so that its time is
  /// never over.
  func keepsItself(_ object: Int32, without cut: Set<Int32>) -> Bool {
    let alive = alive(without: cut)
    guard alive.contains(object) else { return false }
    let late = links.filter {
      $0.endsWith == object && !cut.contains($0.number) && alive.contains($0.from)
    }
    return reach(from: Set(late.map(\.to)), in: alive, ended: cut).contains(object)
  }

  /// The same graph when the time of some objects is over that should not be gone yet.
  func after(_ over: Set<Int32>) -> ReleaseOracle {
    var later = self
    later.gone.formUnion(over)
    return later
  }

  /// What roots reach, and what is reached and expected alive, when everything that should be gone has gone.
  var needed: Set<Int32> {
    let alive = alive()
    let reached = reach(from: roots, in: alive, ended: [])
    var ended: Set<Int32> = []
    while true {
      let needed = reach(
        from: roots.union(expectedAlive.intersection(reached)).subtracting(gone),
        in: alive.subtracting(gone), ended: ended)
      let now = Set(
        links.filter { $0.endsWith >= 0 && !needed.contains($0.endsWith) }.map(\.number))
      if now.isSubset(of: ended) { return needed }
      ended.formUnion(now)
    }
  }

  private func reach(
    from start: Set<Int32>, in alive: Set<Int32>, ended: Set<Int32>
  )
    -> Set<Int32>
  {
    var reached = start.intersection(alive)
    while true {
      let next = Set(
        links.filter { link in
          reached.contains(link.from) && alive.contains(link.to) && !ended.contains(link.number)
            && (link.endsWith < 0 || alive.contains(link.endsWith))
        }.map(\.to))
      if next.isSubset(of: reached) { return reached }
      reached.formUnion(next)
    }
  }
}
