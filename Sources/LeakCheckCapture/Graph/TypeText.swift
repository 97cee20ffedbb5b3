/// The names of types in reports, as in the source, without modules.
package struct TypeText {
  /// The name of a type.
  let name: String
  /// The module that declares it; empty for types without one, such as functions.
  let module: String
  /// Whether the type is an actor.
  let isActor: Bool
  /// Whether the package under test declares the type, so that it can be changed there.
  let isApp: Bool

  /// The name of objects with this layout.
  init(_ layout: TypeLayout) {
    let declaration = layout.type.declaration
    switch layout.shape {
    case .context: (name, module) = ("captured variables", "")
    case .box: (name, module) = ("box", "")
    case .error: (name, module) = ("error", "Swift")
    case .task: (name, module) = ("Task", "_Concurrency")
    case .instance, .array, .dictionary, .set:
      name = Self.withoutModules(_typeName(layout.type.type, qualified: true))
      module = declaration?.module ?? ""
    }
    isActor = layout.shape == .instance && declaration?.isActor == true
    isApp = layout.shape == .instance && ModuleSources.isOwn(layout.type)
  }

  /// The declared existential type of a property, such as `any Delegate`; `Any` if it has no plain name.
  static func ofExistential(_ type: Metadata) -> String {
    guard let name = plain(type), name != "Any" else { return "Any" }
    return name.hasPrefix("any ") ? name : "any \(name)"
  }

  /// The declared class or class protocol of a property; `nil` if it has no plain name.
  static func ofClass(_ type: Metadata) -> String? {
    guard let name = plain(type) else { return nil }
    switch type.kind {
    case .classType, .foreignClass: return name
    default: return name == "AnyObject" || name.hasPrefix("any ") ? name : "any \(name)"
    }
  }

  /// The name of a type as in the source, or `nil` if it has characters that plain names do not have.
  static func plain(_ type: Metadata) -> String? {
    var name = withoutModules(_typeName(type.type, qualified: true))
    // The constraints on a protocol's associated types have no form that could be written.
    if name.contains("==") { name = String(name.prefix { $0 != "<" }) }
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "_.<>,& ".contains($0) }
    // A private protocol with constraints has no name here.
    return isPlain && name.last?.isWhitespace == false ? name : nil
  }

  /// A qualified name without the modules, which are the first word of each dotted name.
  ///
  /// `Swift.Array<App.Model.Item>` becomes `Array<Model.Item>`. Private contexts that the compiler adds are left out,
  /// and the storage of a collection gets the collection's name.
  ///
  /// - Complexity: O(bytes).
  package static func withoutModules(_ qualified: String) -> String {
    var result = ""
    var word = ""
    // Whether the next dot ends a module name.
    var isModule = true
    var depth = 0
    for character in qualified {
      if character == "(" && word.isEmpty && !isModule || depth > 0 {
        // `(unknown context at $7f00)` between dots.
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        continue
      }
      switch character {
      case "." where result.last == ">" && word.isEmpty:
        // A type nested in a generic type.
        result.append(".")
        isModule = false
      case ".":
        if isModule || word.isEmpty {
          isModule = false
        } else {
          result += word + "."
        }
        word = ""
      case _ where character.isLetter || character.isNumber || character == "_":
        word.append(character)
      default:
        result += word
        word = ""
        result.append(character)
        isModule = true
      }
    }
    return storageNames(result + word)
  }

  private static func storageNames(_ name: String) -> String {
    for (storage, collection) in [
      ("_ContiguousArrayStorage<", "Array<"), ("_DictionaryStorage<", "Dictionary<"),
      ("_SetStorage<", "Set<"),
    ] where name.hasPrefix(storage) {
      return collection + name.dropFirst(storage.count)
    }
    return name
  }
}

/// The owner of a module.
enum ModuleOwner {
  /// The modules of Swift, its libraries and leakcheck, which the reader of a report cannot change.
  private static let frameworks: Set<String> = [
    "", "Swift", "_Concurrency", "_StringProcessing", "_RegexParser", "RegexBuilder", "Distributed",
    "Observation", "_Differentiation", "Synchronization", "_Volatile", "Runtime", "Cxx",
    "CxxStdlib", "__C", "Foundation", "FoundationEssentials", "FoundationInternationalization",
    "FoundationNetworking", "FoundationXML", "Dispatch", "Glibc", "Musl", "Testing", "XCTest",
    "_Testing_Foundation", "_TestingInternals", "_TestDiscovery",
  ]

  /// The modules of leakcheck.
  private static let own: Set<String> = [
    "LeakCheckText", "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis", "LeakCheckReport",
    "LeakCheckRender", "LeakCheckLifecycle", "LeakCheckCapture", "LeakCheckTesting",
  ]

  /// The modules that run tests.
  private static let testFrameworks: Set<String> = [
    "XCTest", "Testing", "_Testing_Foundation", "_TestingInternals", "_TestDiscovery",
  ]

  /// Whether the module's objects are created by C, with memory that no property declares.
  static func isFoundation(_ module: String) -> Bool {
    module.isEmpty || module == "__C" || module.hasPrefix("Foundation")
  }

  /// Whether the module runs tests.
  static func isTestFramework(_ module: String) -> Bool { testFrameworks.contains(module) }

  /// Whether the module belongs to leakcheck, which ignores itself.
  static func isOwn(_ module: String) -> Bool { own.contains(module) }

  /// Whether objects of a class are leakcheck's own, except those that it plants to test itself.
  static func isHidden(_ type: Metadata) -> Bool {
    guard let declaration = type.declaration, isOwn(declaration.module) else { return false }
    return !declaration.name.hasPrefix("Planted")
  }

  /// Whether the module belongs to the examined program.
  static func isApp(_ module: String) -> Bool { !frameworks.contains(module) && !isOwn(module) }
}
