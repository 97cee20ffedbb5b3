package import LeakCheckAnalysis
package import LeakCheckGraph

/// The picture of an object graph, independent of a drawing language.
///
/// Every object of the graph is in the ``Node/count`` of exactly one node.
package struct Picture: Sendable {
  /// The headline.
  package var title: String
  /// How many objects there are, and what leaks keep of them.
  package var sums: String = ""
  /// How the picture is to be read: what is folded, and what is left out.
  package var remarks: [String] = []
  /// The nodes, the most important first.
  package var nodes: [Node] = []
  /// The references between nodes; those of the findings first.
  package var edges: [Edge] = []
  /// One box for each finding that is drawn.
  package var clusters: [Cluster] = []

  /// One line about the whole.
  package var subtitle: String { ([sums] + remarks).joined(separator: " · ") }

  /// A node: one object, several equal ones, or all omitted ones.
  package struct Node: Sendable {
    /// The reason why a node is drawn.
    package enum Role: Sendable {
      /// It is on the cycle or path of a finding.
      case path
      /// A finding keeps it.
      case held
      /// No finding keeps it.
      case live
      /// It stands for objects that are not drawn.
      case more
    }

    /// The reason why a node is drawn.
    package var role: Role
    /// Whether nothing keeps it.
    package var isFreed = false
    /// Whether it should be gone.
    package var isExpectedGone = false
    /// What it looks like.
    package var kind: ObjectKind
    /// Whether it is drawn as a root.
    package var isRoot: Bool
    /// The kind in words.
    package var caption: String
    /// The type or name.
    package var name: String
    /// Where it comes from, or how large it is; may be empty.
    package var detail: String
    /// What is said when the pointer rests on it.
    package var tooltip: String
    /// The objects that it stands for.
    package var count: Int
    /// The position of its cluster, or `nil`.
    package var cluster: Int?
  }

  /// An edge: references of one strength between two nodes.
  package struct Edge: Sendable {
    /// The position of the node that holds.
    package var from: Int
    /// The position of the node that is held.
    package var to: Int
    /// The names of the references, without repetition.
    package var names: [String]
    /// Whether they are strong.
    package var strength: Strength
    /// What they do for what is held; of several, what the one that does most does.
    package var hold: GraphAnalysis.Retention
    /// Whether they are the references of a finding.
    package var isPath: Bool
    /// How they are cut, or `nil` where they stay.
    package var cut: String?
  }

  /// The objects of one finding.
  package struct Cluster: Sendable {
    /// The position of the finding in its report.
    package var finding: Int
    /// What is wrong and what it costs.
    package var title: String
    /// The positions of its nodes.
    package var nodes: [Int] = []
  }
}

/// Options for the picture of a graph.
public struct PictureOptions: Sendable {
  /// The largest number of nodes in a picture, beyond which a layout may take minutes.
  public static let mostNodes: Int = 80
  /// The largest number of edges in a picture.
  public static let mostEdges: Int = 160

  /// The largest number of nodes, including those for omitted objects, clamped to 8 through ``mostNodes``.
  public var budget: Int = 40
  /// The indices of objects on which to focus; if not empty, the picture shows only them, what keeps them alive, and
  /// their targets.
  public var focus: Set<Int> = []
  /// Whether the layout has no direction and so must keep nodes apart.
  public var spreads: Bool = false
  /// The types whose objects share one node for each finding.
  public var collapse: Set<String> = []

  /// Creates options for the whole graph in 40 nodes.
  public init() {}
}
