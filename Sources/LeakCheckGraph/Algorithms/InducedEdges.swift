extension Adjacency {
  /// The edges among `members` alone, with vertices renumbered by their place in `members`.
  ///
  /// `references` of the result are positions of edges in this adjacency.
  ///
  /// - Parameter members: vertices in rising order.
  /// - Returns: the edges among them.
  /// - Complexity: O(members + edges leaving them), times log members where those are few beside all.
  package func induced(on members: some RandomAccessCollection<Int32>) -> Adjacency {
    let vertices = Array(members)
    let places = Places(of: vertices, among: vertexCount)
    var starts: [Int32] = [0]
    starts.reserveCapacity(vertices.count + 1)
    var heads: [Int32] = []
    var references: [Int32] = []
    let all = self.heads
    for vertex in vertices {
      for edge in edges(of: vertex) {
        guard let place = places[all[edge]] else { continue }
        heads.append(place)
        references.append(Int32(edge))
      }
      starts.append(Int32(heads.count))
    }
    return Adjacency(starts: starts, heads: heads, references: references)
  }
}

/// The position of each member in an ascending list of vertices.
private struct Places {
  private let members: [Int32]
  /// The place of every vertex of the graph, or -1; empty where so long a table would not pay.
  private var table: [Int32] = []

  init(of members: [Int32], among vertexCount: Int) {
    self.members = members
    guard members.count > vertexCount >> 5 else { return }
    table = [Int32](repeating: -1, count: vertexCount)
    for (place, vertex) in members.enumerated() { table[Int(vertex)] = Int32(place) }
  }

  subscript(vertex: Int32) -> Int32? {
    if !table.isEmpty { return table[Int(vertex)] < 0 ? nil : table[Int(vertex)] }
    let place = members.partitioningIndex { $0 >= vertex }
    return place < members.count && members[place] == vertex ? Int32(place) : nil
  }
}
