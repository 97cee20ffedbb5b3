import LeakCheckGraph

/// A component with a retain cycle, as part of the whole graph.
///
/// A class, because it finds its edges when they are first asked for.
final class CyclicComponent {
  /// The objects in it, in rising order.
  let members: ArraySlice<Int32>
  /// Its number among the components of the analysis.
  let number: Int32
  private let analysis: GraphAnalysis
  /// The retaining references among the members, renumbered; `references` are edges of the analysis.
  private(set) lazy var edges = analysis.retaining.induced(on: members)
  /// How many retaining references there are among the members.
  private(set) lazy var edgeCount = countEdges()

  init(_ number: Int, in analysis: GraphAnalysis) {
    members = analysis.components.members(of: number)
    self.number = Int32(number)
    self.analysis = analysis
  }

  private func countEdges() -> Int {
    let (component, heads) = (analysis.components.component, analysis.retaining.heads)
    return members.reduce(0) { count, member in
      count + analysis.retaining.edges(of: member).count { component[Int(heads[$0])] == number }
    }
  }

  /// Whether it has so many references that cuts of it are not compared: one walk cuts it, see ``SpanningCut``.
  var isLarge: Bool {
    let leaving = members.reduce(0) { $0 + analysis.retaining.edges(of: $1).count }
    return leaving > CutSearch.sizeLimit && edgeCount > CutSearch.sizeLimit
  }

  /// Whether a root reaches it, and so all of it.
  var isReachable: Bool { members.first.map(analysis.reachable.contains) == true }

  /// Whether an edge of the analysis leads from one member to another.
  func contains(_ edge: Int32) -> Bool {
    let component = analysis.components.component
    return component[Int(analysis.tails[Int(edge)])] == number
      && component[Int(analysis.retaining.heads[Int(edge)])] == number
  }

  /// Whether nothing else keeps it: no other object refers to it, and none of its own is kept from outside.
  ///
  /// - Complexity: O(references of the whole graph).
  var isKeptByItself: Bool {
    let (component, heads, tails) = (
      analysis.components.component, analysis.retaining.heads, analysis.tails
    )
    return !members.contains(where: analysis.isKeptFromOutside)
      && !heads.indices.contains {
        component[Int(heads[$0])] == number && component[Int(tails[$0])] != number
      }
  }

  /// The member by which the shortest paths from the roots enter it, the first of several.
  func entry(of paths: ShortestPaths) -> Int32? {
    members.first { member in
      let edge = paths.edgeTo[Int(member)]
      return edge == -1 || edge >= 0 && !contains(edge)
    }
  }

  /// An edge for each declaration that has one among the members: the first, or -1 where there is none.
  func examples(of declarations: Declarations) -> [Int32] {
    var examples = [Int32](repeating: -1, count: declarations.count)
    let (component, heads) = (analysis.components.component, analysis.retaining.heads)
    for member in members {
      for edge in analysis.retaining.edges(of: member) {
        let declaration = Int(declarations.declaration[edge])
        if examples[declaration] < 0, component[Int(heads[edge])] == number {
          examples[declaration] = Int32(edge)
        }
      }
    }
    return examples
  }

  /// Whether two members keep each other, or one itself, by references that are not among `edges`.
  ///
  /// In a large component that shows at once what to find out otherwise all of it must be looked at.
  func hasShortCycle(without edges: VertexSet) -> Bool {
    let retaining = analysis.retaining
    return members.contains { member in
      retaining.edges(of: member).contains { edge in
        let head = retaining.heads[edge]
        return !edges.contains(Int32(edge))
          && (head == member
            || retaining.edges(of: head).prefix(16).contains {
              retaining.heads[$0] == member && !edges.contains(Int32($0))
            })
      }
    }
  }
}
