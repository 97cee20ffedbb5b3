/// The core of the component that contains most vertices, found by passes over the vertices in order.
///
/// What a vertex leads to, and what of that leads to it, is its component. Passes read the edges one after the other, where
/// a depth-first search waits for one load after the other. They may leave out what reaches the component on long ways
/// only: that is left to the search, to which the core is one vertex. Source of the two directions: Fleischer, Hendrickson,
/// Pınar, "On Identifying Strongly Connected Components in Parallel", 2000; of a vertex that looks for one edge into what is
/// known, instead of being looked for: Beamer, Asanović, Patterson, "Direction-Optimizing Breadth-First Search", 2012.
struct GiantCore {
  /// Vertices of one component, two or more.
  let members: VertexSet
  /// Whatever else they lead to, and perhaps more that does not lead to them.
  let ahead: VertexSet

  /// A component of so many vertices is worth the passes: one in eight.
  private static let leastShare = 8
  /// How many edges are looked at for vertices that much leads to, how many are near those, and how many of them are tried.
  private static let (sampleCount, trials) = (4096, 16)

  /// The core of a component that edges often lead to, or `nil` where none is a large part of the vertices.
  ///
  /// - Parameters:
  ///   - edges: the edges.
  ///   - end: the end of the vertices to look at; nothing behind it is in a component with one of them.
  ///   - fewest: among fewer edges, a search takes no time.
  /// - Complexity: O(vertices + edges), without recursion; 4 bytes a vertex besides the result of 2 bits.
  init?(along edges: Adjacency, before end: Int32, fewest: Int = 1 << 16) {
    let count = edges.vertexCount
    guard edges.starts[Int(end)] >= max(fewest, 1) else { return nil }
    let least = max(Int(end) / Self.leastShare, 1)
    let popular = Self.popular(along: edges, before: end)
    guard let near = Self.near(popular.prefix(Self.trials), along: edges) else { return nil }
    let behind = VertexSet(end..<Int32(count), capacity: count)
    var seen = behind
    for hub in popular.prefix(Self.trials) where !seen.contains(hub) {
      let earlier = seen.count
      Flood(along: edges).run(from: [hub], in: &seen)
      guard seen.count - earlier > least else { continue }
      // What an earlier one has led to does not lead here: else this one would have been seen.
      var members = VertexSet([hub], capacity: count)
      Self.gather(&members, among: seen, along: edges, beginningWith: popular + near)
      guard members.count > least else { return nil }
      seen.subtract(members)
      seen.subtract(behind)
      (self.members, ahead) = (members, seen)
      return
    }
    return nil
  }

  /// Vertices that edges at equal distances lead to, those first that most of them lead to.
  private static func popular(along edges: Adjacency, before end: Int32) -> [Int32] {
    let edgeCount = Int(edges.starts[Int(end)])
    let count = min(sampleCount, edgeCount)
    let sample = (0..<count).map { edges.heads[edgeCount * $0 / count] }.filter { $0 < end }
      .sorted()
    var found: [(vertex: Int32, edges: Int)] = []
    for vertex in sample {
      if found.last?.vertex == vertex {
        found[found.count - 1].edges += 1
      } else if !edges.edges(of: vertex).isEmpty {
        found.append((vertex, 1))
      }
    }
    return found.sorted { ($1.edges, $0.vertex) < ($0.edges, $1.vertex) }.map(\.vertex)
  }

  /// What is few edges from `vertices`, themselves first and what is farthest last.
  ///
  /// - Returns: `nil` in lists and what is hardly wider: passes would find little of them at a time.
  private static func near(_ vertices: ArraySlice<Int32>, along edges: Adjacency) -> [Int32]? {
    var near = Array(vertices)
    var seen = Set(near)
    var next = 0
    while next < near.count {
      for edge in edges.edges(of: near[next]) {
        guard near.count < sampleCount else {
          return near.count - next > near.count >> 4 ? near : nil
        }
        if seen.insert(edges.heads[edge]).inserted { near.append(edges.heads[edge]) }
      }
      next += 1
    }
    return near
  }

  /// Adds what edges lead from to `core`, as long as a pass over the rest finds much.
  ///
  /// - Parameters:
  ///   - core: what is known.
  ///   - reached: what may be added.
  ///   - edges: the edges.
  ///   - first: where to look first, the last before: most edges lead to some of these, so what has such an edge need not
  ///     wait for a second pass.
  private static func gather(
    _ core: inout VertexSet, among reached: VertexSet, along edges: Adjacency,
    beginningWith first: [Int32]
  ) {
    unsafe core.words.withUnsafeMutableBufferPointer { core in
      unsafe reached.words.withUnsafeBufferPointer { reached in
        unsafe edges.withUnsafeColumns { columns in
          let gathering = unsafe Gathering(
            starts: columns.starts, heads: columns.heads, reached: reached, core: core)
          gathering.run(beginningWith: first)
        }
      }
    }
  }
}

/// The passes that gather a core; all pointers belong to ``GiantCore/gather(_:among:along:beginningWith:)``.
@safe private struct Gathering {
  let starts: UnsafeBufferPointer<Int32>
  let heads: UnsafeBufferPointer<Int32>
  let reached: UnsafeBufferPointer<UInt64>
  let core: UnsafeMutableBufferPointer<UInt64>

  func run(beginningWith first: [Int32]) {
    while first.reversed().count(where: joins) > first.count >> 4 {}
    let enough = unsafe reached.count
    var (count, isRising) = (1, true)
    while true {
      let found = pass(isRising: isRising)
      count += found
      isRising.toggle()
      // From few vertices on it begins slowly, as a flood does.
      guard found > enough || found > count / 4 * 3 else { return }
    }
  }

  /// Adds the vertex if it may be and an edge leads from it to the core; whether it was added.
  private func joins(_ vertex: Int32) -> Bool {
    let (index, bit) = (Int(vertex) >> 6, 1 << UInt64(vertex & 63) as UInt64)
    guard unsafe reached[index] & ~core[index] & bit != 0, leads(Int(vertex)) else { return false }
    unsafe core[index] |= bit
    return true
  }

  /// Whether an edge leads from the vertex to the core.
  @inline(__always) private func leads(_ vertex: Int) -> Bool {
    for edge in unsafe Int(starts[vertex])..<Int(starts[vertex &+ 1]) {
      let head = unsafe heads[edge]
      if unsafe core[Int(head) >> 6] >> UInt64(head & 63) & 1 != 0 { return true }
    }
    return false
  }

  /// Adds everything that an edge leads from, in the order of the vertices or against it.
  ///
  /// - Returns: how many vertices those were.
  private func pass(isRising: Bool) -> Int {
    var found = 0
    let count = unsafe core.count
    for place in 0..<count {
      let index = isRising ? place : count &- 1 &- place
      var rest = unsafe reached[index] & ~core[index]
      while rest != 0 {
        let bit = rest & (0 &- rest)
        let vertex = index << 6 | rest.trailingZeroBitCount
        unsafe heads.prefetch(Int(starts[vertex]) &+ (isRising ? 256 : -256))
        if leads(vertex) {
          unsafe core[index] |= bit
          found &+= 1
        }
        rest ^= bit
      }
    }
    return found
  }
}
