/// The types of all scanned files, by name.
///
/// If a name has several declarations, as in several modules, a fact holds only if it holds for all of them.
struct TypeIndex {
  private let nominal: [String: [TypeFacts]]
  private let extensions: [String: [TypeFacts]]
  private let aliases: [String: Set<String>]

  /// No inheritance that compiles is deeper than this.
  private static let mostSteps = 64

  init(_ files: [FileFacts]) {
    let types = files.flatMap(\.types)
    nominal = Dictionary(grouping: types.filter { $0.kind != .extensionOfType }, by: \.path)
    extensions = Dictionary(grouping: types.filter { $0.kind == .extensionOfType }, by: \.path)
    var aliases: [String: Set<String>] = [:]
    for file in files { aliases.merge(file.aliases) { $0.union($1) } }
    self.aliases = aliases
  }

  /// The declarations for a name used within a type.
  func declarations(of name: String, within path: String = "") -> [TypeFacts] {
    var scope = path.split(separator: ".").map(String.init)
    while !scope.isEmpty {
      if let found = nominal[(scope + [name]).joined(separator: ".")] { return found }
      scope.removeLast()
    }
    if let found = nominal[name] { return found }
    // The name may begin with a module.
    let rest = name.split(separator: ".").dropFirst().joined(separator: ".")
    return nominal[rest] ?? []
  }

  func isDeclared(_ name: String) -> Bool { nominal[name] != nil }

  /// The declarations that the `self` of a site may have; empty if its objects are not counted, or if it is unknown.
  func owners(of type: TypeFacts) -> [TypeFacts] {
    let found = type.kind == .extensionOfType ? declarations(of: type.path) : [type]
    return found.allSatisfy(\.isCounted) ? found : []
  }

  /// The facts about a property from its declarations, in the type or its superclasses.
  func properties(_ name: String, of type: TypeFacts) -> [PropertyFacts] {
    var (waiting, seen): ([TypeFacts], Set<String>) = ([type], [])
    while let next = waiting.popLast(), seen.count < Self.mostSteps {
      guard seen.insert(next.path).inserted else { continue }
      let here = [next] + (extensions[next.path] ?? [])
      let found = here.flatMap { $0.properties[name] ?? [] }
      if !found.isEmpty { return found }
      for inherited in next.inherits {
        waiting += declarations(of: inherited, within: next.path).filter(\.isCounted)
      }
    }
    return []
  }

  /// Whether a type or one of its extensions declares a method.
  func hasMethod(_ name: String, of type: TypeFacts) -> Bool {
    ([type] + (extensions[type.path] ?? [])).contains { $0.methods.contains(name) }
  }

  /// Whether one of the names in a type, or in an alias that it uses, ends in `Cancellable`.
  func isCancellable(_ property: PropertyFacts) -> Bool {
    property.words.contains { word in
      word.hasSuffix("Cancellable")
        || aliases[word]?.contains { $0.hasSuffix("Cancellable") } == true
    }
  }
}

/// The facts of a file after its first reading.
struct FileFacts: Sendable {
  var types: [TypeFacts] = []
  var aliases: [String: Set<String>] = [:]
  var sites: [PatternSite] = []
}
