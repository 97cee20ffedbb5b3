import LeakCheckGraph

/// The retaining references that lead to an object, found when they are asked for.
///
/// Few objects of a large graph are ever asked about, so nothing is laid out for all of them.
struct Retainers {
  private let sources: Column<Int32>
  private let incomingStarts: Column<Int32>
  private let incoming: Column<Int32>
  private let retaining: Adjacency

  init(_ analysis: GraphAnalysis) {
    let storage = analysis.graph.storage
    (sources, incomingStarts) = (storage.sources, storage.incomingStarts)
    incoming = storage.incoming
    retaining = analysis.retaining
  }

  /// The edges of the analysis that lead to `object`, in the order of their holders.
  ///
  /// - Complexity: O(references to the object × log references of their holders).
  func edges(into object: Int32) -> [Int32] {
    let range =
      Int(incomingStarts[Int(object)])..<Int(incomingStarts[Int(object) + 1])
    return range.compactMap { edge(of: incoming[$0]) }
  }

  /// The edge that a reference is, or `nil` where it does not retain for good.
  private func edge(of reference: Int32) -> Int32? {
    let edges = retaining.edges(of: sources[Int(reference)])
    let place = retaining.references[edges].partitioningIndex { $0 >= reference }
    return place < edges.upperBound && retaining.references[place] == reference
      ? Int32(place) : nil
  }

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
      let edges = edges(into: queue[next])
      followed += edges.count
      if followed > limit, next > 0 { break }
      next += 1
      for edge in edges {
        let tail = tail(of: edge)
        if found.insert(tail).inserted { queue.append(tail) }
      }
    }
    return (queue[..<next].sorted(), queue[next...].sorted())
  }

  private func tail(of edge: Int32) -> Int32 {
    sources[Int(retaining.references[Int(edge)])]
  }
}
