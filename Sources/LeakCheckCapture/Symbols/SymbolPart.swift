/// A part of a demangled name: a closure, a function, or an enclosing type.
struct SymbolPart {
  private(set) var kind = SymbolName.Kind.function
  private(set) var types: [String] = []
  private(set) var isStatic = false
  private(set) var isAsync = false
  private(set) var module: String?
  /// The module of the extended type, if the part is declared in an extension.
  private(set) var typeModule: String?
  private var lead = ""
  private var name = ""
  private var isImplicit = false
  private var isLocalType = false
  private var isInitialValue = false

  /// The part at `scanner`, or `nil` if it does not follow the grammar.
  init?(_ scanner: TextScanner, isOutermost: Bool) {
    var scanner = scanner
    scanner.skipPrefixes()
    isImplicit = scanner.starts(with: "implicit closure #")
    if isImplicit || scanner.starts(with: "closure #") {
      takeClosure(&scanner)
      return
    }
    takeLeads(&scanner)
    let isExtension = takeExtension(&scanner)
    var path = scanner.path()
    guard let first = path.first else { return nil }
    if isOutermost {
      if path.count == 1, scanner.isAtEnd {
        module = first
        name = SymbolText.topLevel
        return
      }
      typeModule = first
      if !isExtension { module = first }
      path.removeFirst()
    }
    guard let last = path.popLast() else { return nil }
    name = last
    if scanner.isAccessor(last), let property = path.popLast() { name = "\(property).\(last)" }
    types = path
    guard takeSignature(&scanner) else { return nil }
  }

  /// The part in words, without its module.
  var words: String { lead + (types + [name]).joined(separator: ".") }

  /// Adds the part as the next outer one of `parts`.
  ///
  /// A local type becomes the type of the member before it; a closure around an implicit closure is
  /// only its currying.
  func add(to parts: inout [SymbolPart]) {
    guard let last = parts.indices.last else { return parts.append(self) }
    if isLocalType, parts[last].kind != .closure {
      parts[last].types.insert(name, at: 0)
    } else if !(isImplicit && parts[last].isImplicit) {
      parts.append(self)
    }
  }

  private mutating func takeClosure(_ scanner: inout TextScanner) {
    let start = scanner.position
    kind = .closure
    _ = scanner.skip("implicit ")
    _ = scanner.skip("closure #")
    _ = scanner.skipNumber()
    name = scanner.text(start..<scanner.position)
    _ = scanner.skip(" ")
    isAsync = scanner.labels() != nil && scanner.starts(with: " async")
  }

  private mutating func takeLeads(_ scanner: inout TextScanner) {
    while true {
      if scanner.skip("static ") {
        isStatic = true
        lead += "static "
      } else if scanner.skip("variable initialization expression of ")
        || scanner.skip("property wrapper backing initializer of ")
        || scanner.skip("property wrapper init from projected value of ")
      {
        isStatic = true
        isInitialValue = true
      } else {
        let start = scanner.position
        guard scanner.skipDefaultArgument() else { return }
        isStatic = true
        lead += scanner.text(start..<scanner.position)
      }
    }
  }

  private mutating func takeExtension(_ scanner: inout TextScanner) -> Bool {
    guard scanner.skip("(extension in ") else { return false }
    let start = scanner.position
    while !scanner.isAtEnd, scanner.next != UInt8(ascii: ")") { scanner.skipByte() }
    module = scanner.text(start..<scanner.position)
    return scanner.skip("):")
  }

  /// Reads what follows the path; false if it is not a function, variable or local type.
  private mutating func takeSignature(_ scanner: inout TextScanner) -> Bool {
    let isLocal = scanner.skip(" #") && scanner.skipNumber()
    if isLocal, scanner.isAtEnd {
      isLocalType = true
      return true
    }
    if isLocal { _ = scanner.skip(" ") }
    if scanner.starts(with: " : ") {
      if name.hasSuffix("Addressor") {
        isStatic = true
      } else if !scanner.isAccessor(behind: name), !isInitialValue {
        kind = .variable
      }
      return true
    }
    if let labels = scanner.labels() {
      name += "(" + labels.map { "\($0):" }.joined() + ")"
      isAsync = scanner.starts(with: " async")
      return true
    }
    return name == "deinit" && scanner.isAtEnd
  }
}

extension TextScanner {
  /// Skips "default argument 0 of ".
  mutating func skipDefaultArgument() -> Bool {
    var ahead = self
    guard ahead.skip("default argument "), ahead.skipNumber(), ahead.skip(" of ") else {
      return false
    }
    self = ahead
    return true
  }

  /// The names up to the first without a dot after it, without generic arguments.
  mutating func path() -> [String] {
    var names: [String] = []
    while let name = name() {
      names.append(name)
      if next == UInt8(ascii: "<") { skipBrackets() }
      guard next == UInt8(ascii: ".") else { break }
      skipByte()
    }
    return names
  }

  /// A name, without the discriminator of a private one.
  private mutating func name() -> String? {
    guard next == UInt8(ascii: "(") else { return identifier() }
    let start = position
    skipBrackets()
    var inner = TextScanner(bytes, start + 1..<max(start + 1, position - 1))
    return inner.identifier()
  }

  private mutating func identifier() -> String? {
    let start = position
    if next == UInt8(ascii: "`") {
      _ = skipToken()
    } else if Self.operatorCharacters.contains(next) {
      skipOperator()
    } else {
      while !isAtEnd, !Self.delimiters.contains(next) { skipByte() }
    }
    return position > start ? Self.plain(text(start..<position)) : nil
  }

  /// The labels of a function's parameters, after generic parameters and attributes; `nil` without parameters.
  mutating func labels() -> [String]? {
    _ = [" infix", " prefix", " postfix"].contains { skip($0) }
    if next == UInt8(ascii: "<") { skipBrackets() }
    _ = skip(" ")
    while next == UInt8(ascii: "@") { skipAttribute() }
    guard next == UInt8(ascii: "(") else { return nil }
    let start = position
    skipBrackets()
    let inside = TextScanner(bytes, start + 1..<max(start + 1, position - 1))
    return inside.isAtEnd ? [] : inside.parts(between: ", ").map { inside.label(in: $0) }
  }

  /// Skips "@Swift.MainActor " or "@isolated(any) ".
  private mutating func skipAttribute() {
    while !isAtEnd, next != UInt8(ascii: " "), next != UInt8(ascii: "(") { skipByte() }
    if next == UInt8(ascii: "(") { skipBrackets() }
    _ = skip(" ")
  }

  private func label(in range: Range<Int>) -> String {
    var scanner = TextScanner(bytes, range)
    let start = scanner.position
    guard let name = scanner.name(), scanner.starts(with: ": ") else { return "_" }
    return start < scanner.position ? name : "_"
  }

  func isAccessor(_ name: String) -> Bool {
    starts(with: " : ") && Self.accessors.contains(name)
  }

  func isAccessor(behind name: String) -> Bool {
    name.split(separator: ".").last.map { isAccessor(String($0)) } ?? false
  }

  /// The name without the compiler's additions around it.
  private static func plain(_ name: String) -> String {
    if name == "__allocating_init" { return "init" }
    if name == "__deallocating_deinit" || name == "__isolated_deallocating_deinit" {
      return "deinit"
    }
    let lazy = "$__lazy_storage_$_"
    if name.hasPrefix(lazy) { return String(name.dropFirst(lazy.count)) }
    return name.hasPrefix("$s") ? expansion(name) ?? name : name
  }

  /// The declaration that a macro was applied to: "unique name #1 of … in peer macro @Test expansion #1 of `f` in …".
  private static func expansion(_ mangled: String) -> String? {
    guard mangled.utf8.count <= 1 << 12, let text = Demangler.text(of: mangled) else { return nil }
    let parts = TextScanner(text, 0..<text.count).parts(between: " in ")
    for part in parts {
      var scanner = TextScanner(text, part)
      while !scanner.isAtEnd, scanner.next != UInt8(ascii: "@") { scanner.skipByte() }
      let macro = scanner.position
      while !scanner.isAtEnd, scanner.next != UInt8(ascii: " ") { scanner.skipByte() }
      let name = scanner.text(macro..<scanner.position)
      guard scanner.skip(" expansion #"), scanner.skipNumber(), scanner.skip(" of ") else {
        continue
      }
      return "\(name) \(scanner.text(scanner.position..<part.upperBound))"
    }
    return nil
  }

  private static let accessors: Set = [
    "getter", "setter", "modify", "modify2", "read", "read2", "willset", "didset", "init",
    "unsafeMutableAddressor", "unsafeAddressor", "owningAddressor", "owningMutableAddressor",
    "nativeOwningAddressor", "nativeOwningMutableAddressor", "yielding_borrow", "yielding_mutate",
    "borrow", "mutate", "materializeForSet",
  ]
  private static let delimiters = Set(".<>()[]{} :@,`".utf8)
}
