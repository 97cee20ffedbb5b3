/// The parts of a demangled name, as the Swift 6 runtime writes it.
///
/// The grammar, found by compiling programs without and with optimisation:
///
///     text    = prefix* part (" in " part)*
///     prefix  = "partial apply forwarder for " | "merged " | "(1) await resume partial function for "
///             | "generic specialization <" … "> of " | …
///     part    = ("closure #" | "implicit closure #") number signature
///             | lead* path signature
///             | name " #" number [signature]            a local function, or a local type without one
///     lead    = "static " | "variable initialization expression of " | "default argument 0 of " | …
///     path    = ["(extension in " module "):"] name ("." name)*
///     name    = identifier | "`" … "`" | operator | "(" identifier " in " discriminator ")"
///
/// The last part's path begins with its module. The path of a member of a local type has no prefix, and the part after
/// it is that type.
struct SymbolText {
  static let topLevel = "top-level code"

  private(set) var kind = SymbolName.Kind.other
  private(set) var words: String
  private(set) var module: String?
  private(set) var enclosingType: SymbolName.TypeName?
  private(set) var hasSelf = false
  private(set) var isAsync = false

  /// - Complexity: O(length of `text`)
  init?(_ text: [UInt8]) {
    guard text.count <= 1 << 20 else { return nil }
    var scanner = TextScanner(text, 0..<text.count)
    scanner.skipPrefixes()
    words = scanner.text(scanner.position..<scanner.end)
    if scanner.starts(with: "reabstraction thunk helper") {
      kind = .thunk
      words = "reabstraction thunk"
      return
    }
    let ranges = scanner.parts(between: " in ")
    var parts: [SymbolPart] = []
    for (index, range) in ranges.enumerated() {
      let part = SymbolPart(TextScanner(text, range), isOutermost: index == ranges.count - 1)
      guard let part, index > 0 || part.words != Self.topLevel else { return }
      part.add(to: &parts)
    }
    take(parts)
  }

  private mutating func take(_ parts: [SymbolPart]) {
    guard let first = parts.first else { return }
    kind = first.kind
    isAsync = first.isAsync
    module = parts.last?.module
    words = Self.withPlainSpaces(parts.map(\.words).joined(separator: " in "))
    guard let around = parts.first(where: { !$0.types.isEmpty }) else { return }
    let name = around.types.joined(separator: ".")
    let typeModule = parts.last?.typeModule ?? module
    enclosingType = .init(name: name, qualified: typeModule.map { "\($0).\(name)" } ?? name)
    hasSelf = !around.isStatic && kind != .variable
  }

  /// A name in backticks with its spaces as in the source; symbols have no-break spaces.
  private static func withPlainSpaces(_ words: String) -> String {
    guard words.utf8.contains(0xc2) else { return words }
    return String(words.unicodeScalars.map { $0 == "\u{a0}" ? " " : Character($0) })
  }
}

extension TextScanner {
  /// Skips the compiler's remarks about a function before its name.
  mutating func skipPrefixes() {
    while skipPrefix() {}
  }

  private mutating func skipPrefix() -> Bool {
    if Self.prefixes.contains(where: { skip($0) }) { return true }
    if next == UInt8(ascii: "("), skipResumption() { return true }
    return skipSpecialization()
  }

  /// Skips "(1) await resume partial function for ".
  private mutating func skipResumption() -> Bool {
    var ahead = self
    ahead.skipByte()
    guard ahead.skipNumber(), ahead.skip(") await ") || ahead.skip(") suspend ") else {
      return false
    }
    guard ahead.skip("resume partial function for ") else { return false }
    self = ahead
    return true
  }

  /// Skips "generic specialization <Swift.Int> of "; in a thunk for a known function, up to that function.
  private mutating func skipSpecialization() -> Bool {
    var ahead = self
    guard Self.specializations.contains(where: { ahead.skip($0) }) else { return false }
    let start = ahead.position
    ahead.skipBrackets()
    let arguments = start..<ahead.position
    guard ahead.skip(" of ") else { return false }
    if ahead.starts(with: "reabstraction thunk helper"), let function = function(in: arguments) {
      ahead = TextScanner(bytes, function)
    }
    self = ahead
    return true
  }

  /// The function that a specialized thunk always calls.
  private func function(in arguments: Range<Int>) -> Range<Int>? {
    var scanner = TextScanner(bytes, arguments)
    let opening = "[Constant Propagated Function : "
    while !scanner.isAtEnd {
      if scanner.next == UInt8(ascii: "["), scanner.starts(with: opening) {
        let start = scanner.position + opening.utf8.count
        scanner.skipBrackets()
        return start < scanner.position - 1 ? start..<scanner.position - 1 : nil
      }
      scanner.skipByte()
    }
    return nil
  }

  private static let prefixes = [
    "partial apply forwarder for ", "merged ", "async function pointer to ", "@objc ", "@nonobjc ",
    "dispatch thunk of ", "curry thunk of ", "distributed thunk ", "back deployment thunk for ",
    "back deployment fallback for ", "coro function pointer to ", "specialized ", "dynamic ",
  ]
  private static let specializations = [
    "generic specialization ", "generic not re-abstracted specialization ",
    "generic partial specialization ", "generic partial not re-abstracted specialization ",
    "generic pre-specialization ", "function signature specialization ",
  ]
}
