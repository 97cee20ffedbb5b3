import LeakCheckGraph

/// The retaining references to each object, computed on demand.
///
/// Few objects of a large graph are ever asked about, so nothing is laid out for all of them. A class, because it reads
/// the columns when it is first asked.
final class Retainers {
  private let analysis: GraphAnalysis
  /// The columns that questions are answered from; whoever asks many takes them once.
  private(set) lazy var columns = Columns(analysis)

  /// The objects whose `deinit` would end a reference to each object, by that object.
  private lazy var endingObjectsByTarget = Dictionary(
    grouping: analysis.ends, by: { analysis.retaining.heads[Int($0.edge)] }
  ).mapValues { $0.map(\.vertex) }

  /// The references to each object, with those that retain.
  struct Columns {
    private let sources: [Int32]
    private let incomingStarts: [Int32]
    private let incoming: [Int32]
    private let numbers: EdgeNumbers

    fileprivate init(_ analysis: GraphAnalysis) {
      let storage = analysis.graph.storage
      (sources, incomingStarts) = (storage.sources.array, storage.incomingStarts.array)
      incoming = storage.incoming.array
      numbers = EdgeNumbers(analysis)
    }

    /// How many references lead to `object`, of any strength.
    func referenceCount(into object: Int32) -> Int {
      Int(incomingStarts[Int(object) + 1] - incomingStarts[Int(object)])
    }

    /// The edge of the reference to `object` at `place`, -1 where that does not retain; `nil` behind the last.
    func edge(into object: Int32, at place: Int) -> Int32? {
      guard place < referenceCount(into: object) else { return nil }
      return numbers.edge(of: incoming[Int(incomingStarts[Int(object)]) + place])
    }

    /// Whether an edge that leads to `object` satisfies `condition`, which is given the edge and its tail.
    ///
    /// - Complexity: O(references to the object).
    @inline(__always)
    func containsEdge(into object: Int32, where condition: (Int32, Int32) -> Bool) -> Bool {
      for place in Int(incomingStarts[Int(object)])..<Int(incomingStarts[Int(object) + 1]) {
        let reference = incoming[place]
        let edge = numbers.edge(of: reference)
        if edge >= 0, condition(edge, sources[Int(reference)]) { return true }
      }
      return false
    }
  }

  init(_ analysis: GraphAnalysis) { self.analysis = analysis }

  /// The edges of the analysis that lead to `object`, in the order of their holders.
  ///
  /// - Complexity: O(references to the object).
  func edges(into object: Int32) -> [Int32] { edgesAndTails(into: object).map(\.edge) }

  /// The edges of the analysis that lead to `object` with their holders, in the order of those.
  ///
  /// - Complexity: O(references to the object).
  func edgesAndTails(into object: Int32) -> [(edge: Int32, tail: Int32)] {
    edgesAndTails(into: object, limit: .max) { _, _ in true }
  }

  /// Those that satisfy `condition`, for a ``NearSearch``: where there are more than it follows, no more than it needs to
  /// see that.
  ///
  /// - Complexity: O(references to the object).
  func nearEdgesAndTails(
    into object: Int32, where condition: (Int32, Int32) -> Bool
  ) -> [(edge: Int32, tail: Int32)] {
    edgesAndTails(into: object, limit: NearSearch.mostReached + 1, where: condition)
  }

  private func edgesAndTails(
    into object: Int32, limit: Int, where condition: (Int32, Int32) -> Bool
  ) -> [(edge: Int32, tail: Int32)] {
    var edges: [(edge: Int32, tail: Int32)] = []
    _ = containsEdge(into: object) { edge, tail in
      if condition(edge, tail) { edges.append((edge, tail)) }
      return edges.count >= limit
    }
    return edges
  }

  /// Whether an edge that leads to `object` satisfies `condition`, which is given the edge and its tail.
  ///
  /// - Complexity: O(references to the object).
  @inline(__always)
  func containsEdge(into object: Int32, where condition: (Int32, Int32) -> Bool) -> Bool {
    columns.containsEdge(into: object, where: condition)
  }

  /// The objects whose `deinit` would end a reference to `object`.
  func endingObjects(of object: Int32) -> [Int32] { endingObjectsByTarget[object] ?? [] }

  /// The edges among `vertices`, which rise, as `Adjacency.induced(on:)` gives them.
  ///
  /// What keeps a few objects may hold a million others besides, so the edges are looked for at the end where there are
  /// fewer.
  ///
  /// - Complexity: O(vertices + the fewer of the references to them and from them), times a logarithm.
  func induced(on vertices: [Int32]) -> Adjacency {
    let retaining = analysis.retaining
    let leaving = vertices.reduce(0) { $0 + retaining.edges(of: $1).count }
    let arriving = vertices.reduce(0) { $0 + columns.referenceCount(into: $1) }
    guard leaving > Self.fewTimes * arriving else { return retaining.induced(on: vertices) }
    var found: [(edge: Int32, tail: Int32, head: Int32)] = []
    for (head, vertex) in vertices.enumerated() {
      _ = columns.containsEdge(into: vertex) { edge, tail in
        let place = vertices.partitioningIndex { $0 >= tail }
        if place < vertices.count, vertices[place] == tail {
          found.append((edge, Int32(place), Int32(head)))
        }
        return false
      }
    }
    // Edges are numbered by the vertex that they leave.
    found.sort { $0.edge < $1.edge }
    var edges = Adjacency(
      vertexCount: vertices.count, tails: found.map(\.tail), heads: found.map(\.head))
    edges.references = edges.references.map { found[Int($0)].edge }
    return edges
  }

  /// Looking from the other end sorts and searches, so it must be worth that.
  private static let fewTimes = 8

  /// What some objects are kept by, themselves included, as far as `limit` references lead.
  ///
  /// - Parameters:
  ///   - objects: where to begin.
  ///   - limit: the most references that are followed; the nearest come first.
  /// - Returns: the objects all of whose retainers were found, and further retainers that were not looked
  ///   behind, both in rising order.
  func keepers(of objects: [Int32], limit: Int) -> (inner: [Int32], outer: [Int32]) {
    var found = Set(objects)
    var queue = objects
    var next = 0
    var followed = 0
    while next < queue.count {
      let tails = tails(into: queue[next])
      followed += tails.count
      if followed > limit, next > 0 { break }
      next += 1
      for tail in tails where found.insert(tail).inserted { queue.append(tail) }
    }
    return (queue[..<next].sorted(), queue[next...].sorted())
  }

  /// Everything that some objects are kept by, themselves included, in rising order; `nil` where more than `limit`
  /// references lead to all of it.
  ///
  /// - Complexity: O(limit log limit), and mostly less where there is more: each object of a cycle is referred to, so
  ///   the first one of a large component tells.
  func allKeepers(of objects: [Int32], within limit: Int) -> [Int32]? {
    let components = analysis.components
    var found = Set(objects)
    var queue = objects
    var next = 0
    var followed = 0
    while next < queue.count {
      let component = Int(components.component[Int(queue[next])])
      if components.members(of: component).count > limit { return nil }
      let tails = tails(into: queue[next])
      followed += tails.count
      if followed > limit, next > 0 { return nil }
      next += 1
      for tail in tails where found.insert(tail).inserted { queue.append(tail) }
    }
    return queue.sorted()
  }

  private func tails(into object: Int32) -> [Int32] {
    var tails: [Int32] = []
    _ = containsEdge(into: object) { _, tail in
      tails.append(tail)
      return false
    }
    return tails
  }
}

/// A map from references to edges of an analysis: one bit per reference, and the number of set bits before each word.
private struct EdgeNumbers {
  private var words: [UInt64]
  private var before: [Int32]

  init(_ analysis: GraphAnalysis) {
    words = [UInt64](repeating: 0, count: (Int(analysis.graph.referenceCount) + 63) >> 6)
    for reference in analysis.retaining.references {
      words[Int(reference) >> 6] |= 1 << UInt64(reference & 63)
    }
    var count: Int32 = 0
    before = words.map { word in
      defer { count += Int32(word.nonzeroBitCount) }
      return count
    }
  }

  /// The edge that a reference is, or -1 where it does not retain for good.
  func edge(of reference: Int32) -> Int32 {
    let word = words[Int(reference) >> 6]
    let bit: UInt64 = 1 << UInt64(reference & 63)
    return word & bit == 0
      ? -1 : before[Int(reference) >> 6] + Int32((word & (bit - 1)).nonzeroBitCount)
  }
}
