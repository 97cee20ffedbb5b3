/// The order in which objects release their properties.
///
/// Those of a supertype go first, as the `deinit` of a Swift class runs that of its superclass before it releases its own.
struct ReleaseOrder {
  /// Where a property stands: first the supertypes, from the topmost, then the properties of each.
  struct Place: Comparable {
    var supertype: Int
    var property: Int

    static func < (a: Place, b: Place) -> Bool {
      (a.supertype, a.property) < (b.supertype, b.property)
    }
  }

  /// The place of each property, by symbol, among those that a type declares itself.
  private var properties: [Int32: [Int32: Int]] = [:]
  /// The types that objects of a type have properties of, the topmost first.
  private var lineages: [Int32: [Int32]] = [:]

  init() {}

  /// Collects the properties of all declared types, by the symbols of their names.
  ///
  /// - Complexity: O(properties + types with their supertypes).
  init(of types: TypeTable, symbol: (String) -> Int32) {
    for type in types.declared {
      let names = types.releaseOrder(ofOwn: type)
      properties[type] = Dictionary(
        names.enumerated().map { (symbol($1), $0) }, uniquingKeysWith: { first, _ in first })
      lineages[type] = types.lineage(of: type).reversed()
    }
  }

  /// Whether an object of a type may have properties that the scenario declares.
  func isKnown(for type: Int32) -> Bool { lineages[type] != nil }

  /// The place of a property in objects of a type; `nil` where neither the type nor a supertype declares it.
  ///
  /// - Complexity: O(supertypes).
  func place(of property: Int32, in type: Int32) -> Place? {
    guard let lineage = lineages[type] else { return nil }
    for (supertype, declaring) in lineage.enumerated() {
      guard let place = properties[declaring]?[property] else { continue }
      return Place(supertype: supertype, property: place)
    }
    return nil
  }
}
