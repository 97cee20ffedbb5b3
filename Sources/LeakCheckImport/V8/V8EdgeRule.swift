internal import LeakCheckGraph

/// The rule for converting a V8 edge to a reference.
struct V8EdgeRule: Equatable {
  /// The meaning of an edge's number `name_or_index`.
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
