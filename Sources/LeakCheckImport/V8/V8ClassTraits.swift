/// Traits of a node that its name, which is its type, shows.
struct V8ClassTraits: OptionSet, Equatable {
  let rawValue: Int32

  static let collection = V8ClassTraits(rawValue: 1)
  static let box = V8ClassTraits(rawValue: 2)
  static let framework = V8ClassTraits(rawValue: 4)
  static let detached = V8ClassTraits(rawValue: 8)
  /// Node.js calls its own wrappers detached while they hold their objects weakly; they are in no document.
  static let wrapper = V8ClassTraits(rawValue: 16)

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
    if name.hasPrefix("Node / ") { insert(.wrapper) }
  }

  private static let collections: Set<String> = ["Array", "Map", "Set", "WeakMap", "WeakSet"]
}
