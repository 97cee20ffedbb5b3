/// Refuses DOT text that would harm the process that draws it.
///
/// Graphviz 2.42 was measured: each construct named here crashed it, made it open a file, wrote unescaped text
/// into the SVG, or left its parser in a state that spoils the next graph. What leakcheck draws comes from its
/// own writer, which must use none of them, whatever the names in a graph are.
public struct DotGuard {
  /// Why a text must not be given to Graphviz.
  public enum Refusal: Error, Equatable {
    /// The text is not one whole graph.
    case syntax(String)
    /// The text would crash Graphviz, read files, or be cut short.
    case unsafe(String)
    /// The text is longer than any drawing that ends.
    case tooLarge
  }

  /// More text than any drawing that ends within hours.
  private static let mostBytes = 16 << 20
  /// A label of more than 32,767 lines crashes the layout; a text of so few bytes cannot have that many.
  private static let longestText = 32_000
  /// Long values of the attributes that Graphviz takes apart itself overflow its buffers.
  private static let longestKeyword = 256

  private var scanner: DotScanner
  private var depth = 0
  private var hasClusters = false
  private var hasNewRank = false
  /// The word before, if no mark other than `=` came after it.
  private var name: String?
  private var expectsValue = false

  /// Throws if `dot` must not be given to Graphviz.
  public static func check(_ dot: String) throws(Refusal) {
    guard dot.utf8.count <= mostBytes else {
      throw .tooLarge
    }
    try checkCharacters(dot)
    var check = DotGuard(scanner: DotScanner(Array(dot.utf8)))
    try check.run()
  }

  private init(scanner: DotScanner) { self.scanner = scanner }

  /// A NUL cuts the text short, and the others are not allowed in XML, so they would break an SVG.
  private static func checkCharacters(_ dot: String) throws(Refusal) {
    guard dot.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
      throw Refusal.unsafe("the text is empty")
    }
    for scalar in dot.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: continue
      case 0: throw Refusal.unsafe("the text contains a NUL character")
      case ..<0x20, 0xFEFF, 0xFFFE, 0xFFFF:
        let code = String(scalar.value, radix: 16, uppercase: true)
        throw Refusal.unsafe("the text contains the control character U+\(code)")
      default: continue
      }
    }
  }

  private mutating func run() throws(Refusal) {
    while let token = try nextToken() {
      switch token {
      case .mark(UInt8(ascii: "{")): depth += 1
      case .mark(UInt8(ascii: "}")): depth -= 1
      case .mark(UInt8(ascii: "+")): throw refusal("strings joined with '+' are not checked")
      default: break
      }
      if token == .mark(UInt8(ascii: "}")), depth <= 0 { return try finish() }
      try follow(token)
    }
    throw Refusal.syntax("the text ends before the graph's closing brace")
  }

  private mutating func nextToken() throws(Refusal) -> DotScanner.Token? {
    do {
      return try scanner.next()
    } catch {
      throw Refusal.syntax("the \(error.what) that begins in line \(error.line) never ends")
    }
  }

  /// Graphviz keeps what follows the graph, and puts it before the next one that it reads.
  private func finish() throws(Refusal) {
    guard scanner.isAtEnd() else { throw refusal("there is text after the graph's closing brace") }
    guard hasNewRank || !hasClusters else {
      throw refusal("a graph with clusters must say newrank=true, or labelled edges corrupt memory")
    }
  }

  private mutating func follow(_ token: DotScanner.Token) throws(Refusal) {
    switch token {
    case .word(let bytes):
      let word = try text(bytes)
      if name?.lowercased() == "subgraph", word.hasPrefix("cluster") { hasClusters = true }
      if expectsValue, let name { try checkAttribute(name, word) }
      name = expectsValue ? nil : word
      expectsValue = false
    case .markup(let bytes):
      try checkMarkup(try text(bytes))
      name = nil
      expectsValue = false
    case .mark(let mark):
      expectsValue = mark == UInt8(ascii: "=")
      if !expectsValue { name = nil }
    }
  }

  private func text(_ bytes: [UInt8]) throws(Refusal) -> String {
    guard bytes.count <= Self.longestText else {
      throw refusal("a text is longer than \(Self.longestText) bytes")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func checkAttribute(_ name: String, _ value: String) throws(Refusal) {
    switch name {
    case "newrank": hasNewRank = hasNewRank || value.lowercased() == "true"
    case "splines" where value.lowercased() == "ortho":
      throw refusal("splines=ortho stops the process")
    case "shape" where ["record", "Mrecord", "epsf"].contains(value):
      throw refusal("shape=\(value) is not safe with every label")
    case "image", "imagepath", "shapefile", "fontpath", "stylesheet", "_background":
      throw refusal("'\(name)' makes Graphviz open files")
    case "minlen" where !(Double(value).map { (0...1000).contains($0) } ?? false):
      throw refusal("'minlen' must be between 0 and 1000")
    case "style", "shape", "arrowhead", "arrowtail", "headport", "tailport":
      guard value.utf8.count <= Self.longestKeyword else { throw refusal("'\(name)' is too long") }
    case _ where name.hasSuffix("URL") || name.hasSuffix("href"):
      throw refusal("'\(name)' is written into the SVG unescaped")
    default: break
    }
  }

  private func checkMarkup(_ markup: String) throws(Refusal) {
    for tag in DotScanner.tags(in: markup) {
      if tag.hasPrefix("!") { throw refusal("a comment in an HTML label can hide its end") }
      if tag.hasPrefix("img") { throw refusal("<IMG> makes Graphviz open files") }
      if tag.contains(" href") { throw refusal("HREF is written into the SVG unescaped") }
    }
  }

  private func refusal(_ reason: String) -> Refusal {
    Refusal.unsafe("line \(scanner.line): \(reason)")
  }
}
