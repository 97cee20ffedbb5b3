/// The strongly connected components of a directed graph: in each, every vertex reaches every other.
///
/// Components are numbered in topological order: an edge between two of them leads to a higher number.
/// Method: one depth-first search (Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972),
/// with one array for preorder numbers and components as in Pearce, "A Space-Efficient Algorithm for
/// Finding Strongly Connected Components", 2016; frames on an array of its own, never on the stack.
package struct StronglyConnectedComponents: Sendable {
  /// The component of each vertex.
  package private(set) var component: [Int32]
  /// The number of components.
  package private(set) var count: Int
  /// Vertices grouped by component: `members[starts[c]..<starts[c + 1]]`, each group in rising order.
  private var starts: [Int32] = []
  private var members: [Int32] = []
  private var selfReferring: VertexSet

  /// The components of `edges`.
  ///
  /// - Complexity: O(vertices + edges) time; 16 bytes a vertex at worst besides the result.
  package init(of edges: Adjacency) {
    var search = Search(edges)
    search.run()
    count = search.componentCount
    let last = Int32(count) - 1
    component = search.low.map { last - $0 }
    (starts, members) = Adjacency.inverse(of: component, vertexCount: count)
    selfReferring = VertexSet(capacity: edges.vertexCount)
    for vertex in 0..<Int32(edges.vertexCount)
    where edges.edges(of: vertex).contains(where: { edges.heads[$0] == vertex }) {
      selfReferring.insert(vertex)
    }
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

/// The depth-first search; `low` becomes the component of a vertex when it is complete.
private struct Search {
  let edges: Adjacency
  var low: [Int32]
  var componentCount = 0
  private var isComplete: VertexSet
  private var next: Int32 = 0
  private var open: [Int32] = []
  private var frames: [(vertex: Int32, edge: Int, index: Int32)] = []

  init(_ edges: Adjacency) {
    self.edges = edges
    low = [Int32](repeating: -1, count: edges.vertexCount)
    isComplete = VertexSet(capacity: edges.vertexCount)
  }

  mutating func run() {
    for vertex in 0..<Int32(edges.vertexCount) where low[Int(vertex)] < 0 {
      enter(vertex)
      while !frames.isEmpty { step() }
    }
  }

  private mutating func enter(_ vertex: Int32) {
    low[Int(vertex)] = next
    frames.append((vertex, Int(edges.starts[Int(vertex)]), next))
    next += 1
    open.append(vertex)
  }

  private mutating func step() {
    let top = frames.count - 1
    let (vertex, edge, index) = frames[top]
    guard edge < Int(edges.starts[Int(vertex) + 1]) else { return leave(vertex, index) }
    frames[top].edge += 1
    let head = edges.heads[edge]
    if low[Int(head)] < 0 {
      enter(head)
    } else if !isComplete.contains(head) {
      low[Int(vertex)] = min(low[Int(vertex)], low[Int(head)])
    }
  }

  private mutating func leave(_ vertex: Int32, _ index: Int32) {
    frames.removeLast()
    let lowest = low[Int(vertex)]
    if let parent = frames.last?.vertex {
      low[Int(parent)] = min(low[Int(parent)], lowest)
    }
    guard lowest == index else { return }
    while let member = open.popLast() {
      low[Int(member)] = Int32(componentCount)
      isComplete.insert(member)
      if member == vertex { break }
    }
    componentCount += 1
  }
}
