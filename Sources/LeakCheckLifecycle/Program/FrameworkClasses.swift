/// The classes of frameworks that the simulation knows, for who translates sources.
package enum FrameworkClasses {
  private static let bases = Dictionary(
    FrameworkType.all.map { ($0.name, $0.base) }, uniquingKeysWith: { first, _ in first })

  /// A class and what it inherits from, the class itself first; only its name where it is not known.
  package static func lineage(of name: String) -> [String] {
    Array(sequence(first: name) { bases[$0].flatMap { $0.isEmpty ? nil : $0 } })
  }
}
