internal import LeakCheckGraph

/// How a node of V8 is told to a reader: its type, kind and owner.
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

/// What the name of a node that is its type says of it.
struct V8ClassTraits: OptionSet, Equatable {
  let rawValue: Int32

  static let collection = V8ClassTraits(rawValue: 1)
  static let box = V8ClassTraits(rawValue: 2)
  static let framework = V8ClassTraits(rawValue: 4)
  static let detached = V8ClassTraits(rawValue: 8)

  init(rawValue: Int32) { self.rawValue = rawValue }

  /// The traits of a class by its name.
  init(ofClass name: String) {
    self = []
    if Self.collections.contains(name) { insert(.collection) }
    // The variables that closures of one scope share.
    if name == "system / Context" {
      insert(.box)
    } else if name.hasPrefix("system / ") {
      insert(.framework)
    }
    if name.hasPrefix("Detached ") { insert(.detached) }
  }

  private static let collections: Set<String> = ["Array", "Map", "Set", "WeakMap", "WeakSet"]
}

/// How a reference of V8 is told to a reader.
struct V8EdgeRule: Equatable {
  /// What the number `name_or_index` of an edge is.
  enum Naming: Int32 {
    /// A string.
    case property
    /// An array position.
    case position
    /// A string of V8's own, which may begin with a position.
    case runtime
  }

  var naming: Naming
  var kind: ReferenceKind
  var strength: Strength
  /// Whether the edge retains only where it leaves the root: it repeats another one.
  var isShortcut: Bool

  /// The rule for the type of an edge as the snapshot writes it.
  ///
  /// Of a type that is not known here, as in Chrome's developer tools, the name is a string.
  init(edgeType: String) {
    isShortcut = edgeType == "shortcut"
    strength = edgeType == "weak" ? .weak : .strong
    switch edgeType {
    case "context": (naming, kind) = (.property, .capture)
    case "element": (naming, kind) = (.position, .element)
    case "property": (naming, kind) = (.property, .property)
    case "hidden": (naming, kind) = (.position, .runtime)
    case "shortcut": (naming, kind) = (.runtime, .runtime)
    default: (naming, kind) = (.runtime, .runtime)
    }
  }
}
