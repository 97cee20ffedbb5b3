/// What counting frees when edges of a graph are cut in which nothing goes by itself.
///
/// The same as a ``ReleaseCascade`` with that cut and without a collector, in memory and time for what goes and not for
/// the whole graph: a graph may have a hundred thousand findings, each with cuts to try.
package struct CutCascade: Sendable {
  /// The vertices that go.
  package private(set) var freed: Set<Int32> = []
  /// The edges that were cut, or ended when a vertex went.
  package private(set) var ended: Set<Int32>

  /// The cascade that begins with `cut`.
  ///
  /// - Parameters:
  ///   - cut: positions of edges in `edges` that retain no longer.
  ///   - edges: the retaining edges; one leads to each vertex that is not held.
  ///   - held: vertices that something outside holds, and that never go.
  ///   - ends: edges that a vertex's `deinit` ends.
  ///   - incoming: the edge into a vertex at some place from 0 on, `nil` behind the last; places of references that do not
  ///     retain have -1.
  /// - Complexity: O(edges that end, and those into their heads), without recursion.
  package init(
    of cut: [Int32], along edges: Adjacency, held: VertexSet, ends: ReleaseCascade.Ends = [],
    incoming: (_ head: Int32, _ place: Int) -> Int32?
  ) {
    ended = Set(cut)
    // What was ended stays so, so all edges before the place that was looked at last are.
    var places: [Int32: Int] = [:]
    var pending = cut
    while let edge = pending.popLast() {
      let head = edges.heads[Int(edge)]
      if held.contains(head) || freed.contains(head) { continue }
      var place = places[head, default: 0]
      while let other = incoming(head, place), other < 0 || ended.contains(other) { place += 1 }
      places[head] = place
      if incoming(head, place) != nil { continue }
      freed.insert(head)
      let left = edges.edges(of: head).map(Int32.init) + ends.edges(endedBy: head)
      pending += left.filter { ended.insert($0).inserted }
    }
  }
}

extension ReleaseCascade.Ends {
  /// The edges that end when a vertex goes.
  fileprivate func edges(endedBy vertex: Int32) -> [Int32] {
    let start = partitioningIndex { $0.vertex >= vertex }
    return self[start...].prefix { $0.vertex == vertex }.map(\.edge)
  }
}
