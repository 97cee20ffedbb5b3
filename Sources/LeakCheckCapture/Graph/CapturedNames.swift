/// Names for the words of global variables.
struct GlobalPlace {
  /// The type or module that declares the variable, or the file that contains it.
  let owner: String
  /// The variable.
  let variable: String
  /// The reason why its target is held.
  let reason: String
  /// Whether the program's own code declares it.
  let isApp: Bool
  /// Whether the variable is a function, possibly an optional one.
  let isFunction: Bool

  init(symbol: SymbolName?, place: String?) {
    // Mangled: the variable's type, with `c` at the end of a function's, `Sg` if it is optional, then `vp`, and `Z` if
    // it is static. A name can contain these letters too, but not at the end.
    isFunction =
      symbol.map { symbol in
        ["cvp", "cvpZ", "cSgvp", "cSgvpZ"].contains { symbol.mangled.hasSuffix($0) }
      } ?? false
    if symbol?.words == "__CFRunLoops" {
      (owner, variable, reason, isApp) = ("RunLoop", "loops", "run loops of all threads", false)
      return
    }
    guard let symbol, symbol.kind == .variable else {
      let file = place.map { String($0.prefix { $0 != "+" }) } ?? "the program"
      owner = file
      variable = symbol?.words ?? place ?? ""
      reason = "data of a library"
      isApp = false
      return
    }
    let module = symbol.module ?? ""
    let words = symbol.words.hasPrefix("static ") ? symbol.words.dropFirst(7) : symbol.words[...]
    let name = words.split(separator: ".").last.map(String.init) ?? String(words)
    owner = symbol.enclosingType?.name ?? (module.isEmpty ? "the program" : module)
    variable = name
    reason = symbol.enclosingType == nil ? "global variable" : "static variable"
    isApp = ModuleOwner.isApp(module)
  }
}

/// The names of a class and its superclasses.
enum ClassNames {
  /// Whether `type` is the class of this name, or inherits from it.
  static func isKind(_ type: Metadata, of name: SymbolName.TypeName) -> Bool {
    guard type.kind == .classType else { return false }
    var current: Metadata? = type
    while let next = current {
      let words = TypeText.withoutModules(_typeName(next.type, qualified: true))
      let module = next.declaration?.module ?? ""
      if words.prefix(while: { $0 != "<" }) == name.name, name.qualified.hasPrefix(module + ".") {
        return true
      }
      current = next.superclass
    }
    return false
  }
}

/// The description of C library memory, by the symbol that its first word points to.
enum LibraryMemory {
  static func name(of symbol: SymbolName?) -> String? {
    guard let symbol, symbol.kind == .foreign || symbol.kind == .other else { return nil }
    let words = symbol.words
    if words.contains("NSConcreteMallocBlock") { return "block" }
    let kinds = [
      ("dispatch_source", "DispatchSource"), ("dispatch_queue", "DispatchQueue"),
      ("dispatch_group", "DispatchGroup"), ("dispatch_semaphore", "DispatchSemaphore"),
      ("dispatch_mach", "dispatch object"), ("dispatch", "dispatch object"),
    ]
    return kinds.first { words.contains($0.0) }?.1
  }
}
