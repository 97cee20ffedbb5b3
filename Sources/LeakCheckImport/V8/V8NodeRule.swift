internal import LeakCheckGraph

/// The rule for converting a V8 node to an object: its type, kind and owner.
///
/// The types are those of Chrome's developer tools, the constructor or the class that V8 gives, but
/// without parentheses around words such as `closure` and `string`.
struct V8NodeRule: Equatable {
  /// Whether the node's name is its type; otherwise the name is kept as the name of the object.
  var isNamedByType: Bool
  /// The type of a node whose name is not its type, or is empty.
  var type: String
  var kind: ObjectKind
  var owner: Owner
  /// Whether a name that begins with "Detached " says that the node left its document.
  var canBeDetached: Bool

  /// The rule for the type of a node as the snapshot writes it.
  init(nodeType: String) {
    isNamedByType = Self.classes.contains(nodeType)
    type = nodeType
    owner = Self.frameworks.contains(nodeType) ? .framework : .app
    canBeDetached = nodeType == "object" || nodeType == "native"
    kind =
      switch nodeType {
      case "closure": .closure
      case "array": .collection
      default: .object
      }
  }

  private static let classes: Set<String> = [
    "hidden", "object", "native", "synthetic", "object shape", "wasm object",
  ]

  /// Nodes of the engine and of the program that embeds it.
  private static let frameworks: Set<String> = [
    "hidden", "code", "native", "synthetic", "object shape",
  ]
}
