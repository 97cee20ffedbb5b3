/// The strongly connected components of a directed graph: in each, every vertex reaches every other.
///
/// Components are numbered in topological order: an edge between two of them leads to a higher number.
/// Method: one depth-first search (Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972) in the
/// form of Pearce, "A Space-Efficient Algorithm for Finding Strongly Connected Components", 2016; most of a component
/// that most vertices are in is found by passes before (``GiantCore``).
package struct StronglyConnectedComponents: Sendable {
  /// The component of each vertex.
  package let component: [Int32]
  /// The number of components.
  package let count: Int
  /// Vertices grouped by component: `members[starts[c]..<starts[c + 1]]`, each group in rising order.
  private let starts: [Int32]
  private let members: [Int32]
  private let selfReferring: VertexSet

  /// The components of `edges`.
  ///
  /// - Complexity: O(vertices + edges) time, without recursion; 12 bytes a vertex at worst besides the
  ///   result of 8 bytes a vertex and 4 a component.
  package init(of edges: Adjacency) {
    self.init(ComponentSearch.components(of: edges))
  }

  /// What a search has found.
  init(_ result: ComponentSearch.Result) {
    component = result.component
    members = result.members
    starts = result.starts
    count = result.starts.count - 1
    selfReferring = VertexSet(words: result.selfReferring)
  }

  /// The vertices of `component`, in rising order.
  package func members(of component: Int) -> ArraySlice<Int32> {
    members[Int(starts[component])..<Int(starts[component + 1])]
  }

  /// Whether a cycle runs through `component`: it has two vertices, or one that refers to itself.
  package func isCyclic(_ component: Int) -> Bool {
    let members = members(of: component)
    return members.count > 1 || members.first.map(selfReferring.contains) == true
  }

  /// The components that have a cycle, in rising order.
  package var cyclic: [Int] { (0..<count).filter(isCyclic) }
}
