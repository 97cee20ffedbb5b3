package import LeakCheckGraph

/// Large graphs of the shapes that graph algorithms are slow on, each with what was planted in it.
package enum GraphShape: String, CaseIterable, Sendable {
  /// Objects as a program makes them: near references, some far, shared ones, cycles in half of them.
  case heap
  /// One list: the deepest of all paths.
  case chain
  /// One cycle through everything.
  case ring
  /// One random component of everything.
  case giant
  /// Cycles of two to five objects, each a component of its own.
  case small
  /// A few objects that everything refers to and that refer to everything.
  case hub
  /// Random references to later objects only.
  case dag

  /// A graph of this shape, and what was planted.
  package struct Sample: Sendable {
    package var adjacency: Adjacency
    package var sources: [Int32]
    /// The number of strongly connected components, where the shape decides it.
    package var componentCount: Int?
  }

  /// The graph with `count` vertices that `seed` decides.
  package func sample(_ count: Int, seed: UInt64) -> Sample {
    var maker = Maker(count: count, random: SplitMix64(seed: seed))
    var planted: Int?
    switch self {
    case .heap: maker.heap()
    case .chain: planted = maker.chain()
    case .ring: planted = maker.ring()
    case .giant: planted = maker.giant()
    case .small: planted = maker.small()
    case .hub: planted = maker.hub()
    case .dag: planted = maker.dag()
    }
    return Sample(
      adjacency: Adjacency(vertexCount: count, tails: maker.tails, heads: maker.heads),
      sources: maker.sources, componentCount: planted)
  }
}

/// The edges of a shape while they are planted.
private struct Maker {
  let count: Int
  var random: SplitMix64
  var tails: [Int32] = []
  var heads: [Int32] = []
  var sources: [Int32] = [0]

  init(count: Int, random: SplitMix64) {
    self.count = count
    self.random = random
    tails.reserveCapacity(4 * count)
    heads.reserveCapacity(4 * count)
  }

  private mutating func add(_ tail: Int, _ head: Int) {
    tails.append(Int32(truncatingIfNeeded: tail))
    heads.append(Int32(truncatingIfNeeded: head))
  }

  /// A number below `bound`; `bound` is far below 2³², so the product's high half is even enough.
  private mutating func below(_ bound: Int) -> Int {
    (Int(random.next() >> 32) &* bound) >> 32
  }

  /// Half of the objects are leaves, as texts and numbers are.
  ///
  /// Each has an owner not far before it. An owner refers to two owned objects, to five others near it, at times far away, and to one of few
  /// shared objects; half of the owned refer back.
  mutating func heap() {
    let shared = max(1, count / 1_000)
    for vertex in 1..<max(1, count) {
      let owner = max(0, vertex - 1 - below(min(vertex, 16))) & ~1
      add(owner, vertex)
      guard vertex & 1 == 0 else { continue }
      if below(2) == 0 { add(vertex, owner) }
      add(vertex, below(shared))
      for _ in 0..<3 { add(vertex, min(count - 1, max(0, vertex + below(128) - 96))) }
      if below(8) == 0 { add(vertex, below(count)) }
    }
    sources = (0..<max(1, count / 10_000)).map { _ in Int32(below(max(1, count))) }
    sources.append(0)
  }

  mutating func chain() -> Int {
    for vertex in 1..<max(1, count) { add(vertex - 1, vertex) }
    return count
  }

  mutating func ring() -> Int {
    for vertex in 0..<count { add(vertex, vertex + 1 == count ? 0 : vertex + 1) }
    return min(1, count)
  }

  /// A ring in random order and three more references from each vertex.
  mutating func giant() -> Int {
    let order = (0..<count).shuffled(using: &random)
    for place in 0..<count {
      add(order[place], order[place + 1 == count ? 0 : place + 1])
      for _ in 0..<3 { add(order[place], below(count)) }
    }
    return min(1, count)
  }

  /// Rings of two to five, with one edge from each to the next and random ones to later vertices.
  mutating func small() -> Int {
    var components = 0
    var first = 0
    while first < count {
      let size = min(2 + below(4), count - first)
      for vertex in first..<first + size {
        add(vertex, vertex + 1 == first + size ? first : vertex + 1)
        let later = first + size
        guard later < count else { continue }
        add(vertex, later)
        for _ in 0..<2 { add(vertex, later + below(count - later)) }
      }
      first += size
      components += 1
    }
    return components
  }

  /// Ten hubs, each of which refers to a tenth of everything; everything refers to a hub.
  mutating func hub() -> Int {
    let hubs = min(10, count)
    for vertex in 0..<count {
      add(vertex % hubs, vertex)
      add(vertex, below(hubs))
    }
    for hub in 0..<hubs { add(hub, (hub + 1) % hubs) }
    return min(1, count)
  }

  /// Four references from each vertex to later ones, one of them to the next.
  mutating func dag() -> Int {
    for vertex in 0..<max(1, count) - 1 {
      add(vertex, vertex + 1)
      for _ in 0..<3 { add(vertex, vertex + 1 + below(count - vertex - 1)) }
    }
    return count
  }
}
