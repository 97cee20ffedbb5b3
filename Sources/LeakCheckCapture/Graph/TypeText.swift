/// What types are called in reports: as in the source, without modules.
package struct TypeText {
  /// The name of a type.
  let name: String
  /// The module that declares it; empty for types that no module declares, such as functions.
  let module: String
  /// The kind of objects of the type, as far as the type tells.
  let isCollection: Bool

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
    isCollection = [.array, .dictionary, .set].contains(layout.shape)
  }

  /// A qualified name without the modules: the first word of each dotted name.
  ///
  /// `Swift.Array<App.Model.Item>` becomes `Array<Model.Item>`; what the compiler writes for private
  /// contexts is left out, and the storage of a collection has the collection's name.
  ///
  /// - Complexity: O(bytes).
  package static func withoutModules(_ qualified: String) -> String {
    var result = ""
    var word = ""
    // Whether the next dot ends a module's name.
    var isModule = true
    var depth = 0
    for character in qualified {
      if character == "(" && word.isEmpty && !isModule || depth > 0 {
        // `(unknown context at $7f00)` between dots.
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        continue
      }
      switch character {
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

/// Whose code a module is.
enum ModuleOwner {
  /// The modules of Swift, its libraries and this tool: nobody who reads a report can change them.
  private static let frameworks: Set<String> = [
    "", "Swift", "_Concurrency", "_StringProcessing", "_RegexParser", "RegexBuilder", "Distributed",
    "Observation", "_Differentiation", "Synchronization", "_Volatile", "Runtime", "Cxx",
    "CxxStdlib", "__C", "Foundation", "FoundationEssentials", "FoundationInternationalization",
    "FoundationNetworking", "FoundationXML", "Dispatch", "Glibc", "Musl", "Testing", "XCTest",
    "_Testing_Foundation", "_TestingInternals", "_TestDiscovery",
  ]

  /// The modules of this tool.
  private static let own: Set<String> = [
    "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis", "LeakCheckReport",
    "LeakCheckRender", "LeakCheckLifecycle", "LeakCheckCapture", "LeakCheckTesting",
  ]

  /// Whether the module belongs to this tool, which does not look at itself.
  static func isOwn(_ module: String) -> Bool { own.contains(module) }

  /// Whether the module belongs to the program that is looked at.
  static func isApp(_ module: String) -> Bool { !frameworks.contains(module) && !isOwn(module) }
}
