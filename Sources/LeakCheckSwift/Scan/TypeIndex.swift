/// The types of all files that are scanned together, by name.
///
/// Where a name has several declarations, as in several modules, something is true of it only if it is true of all.
struct TypeIndex {
  private let nominal: [String: [TypeFacts]]
  private let extensions: [String: [TypeFacts]]
  private let aliases: [String: Set<String>]

  /// More steps up are no inheritance that compiles.
  private static let mostSteps = 64

  init(_ files: [FileFacts]) {
    let types = files.flatMap(\.types)
    nominal = Dictionary(grouping: types.filter { $0.kind != .extensionOfType }, by: \.path)
    extensions = Dictionary(grouping: types.filter { $0.kind == .extensionOfType }, by: \.path)
    var aliases: [String: Set<String>] = [:]
    for file in files { aliases.merge(file.aliases) { $0.union($1) } }
    self.aliases = aliases
  }

  /// The declarations of what a source names from within a type.
  func declarations(of name: String, within path: String = "") -> [TypeFacts] {
    var scope = path.split(separator: ".").map(String.init)
    while !scope.isEmpty {
      if let found = nominal[(scope + [name]).joined(separator: ".")] { return found }
      scope.removeLast()
    }
    if let found = nominal[name] { return found }
    // A module may stand before it.
    let rest = name.split(separator: ".").dropFirst().joined(separator: ".")
    return nominal[rest] ?? []
  }

  func isDeclared(_ name: String) -> Bool { nominal[name] != nil }

  /// The declarations whose objects the `self` of a place may be; empty where no object is counted, or nobody knows.
  func owners(of type: TypeFacts) -> [TypeFacts] {
    let found = type.kind == .extensionOfType ? declarations(of: type.path) : [type]
    return found.allSatisfy(\.isCounted) ? found : []
  }

  /// What the declarations of a property say, of the type or of the classes above it.
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

  /// Whether a type, or an extension of it, declares a method.
  func hasMethod(_ name: String, of type: TypeFacts) -> Bool {
    ([type] + (extensions[type.path] ?? [])).contains { $0.methods.contains(name) }
  }

  /// Whether one of the names in a type, or in what it stands for, ends in `Cancellable`.
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
