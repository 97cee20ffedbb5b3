import LeakCheckLifecycle
import LeakCheckText
import SwiftParser
import SwiftSyntax

/// A Swift file: its tree with operators folded, and its lines.
struct SourceFile {
  /// The name of the file in reports.
  let name: String
  let tree: SourceFileSyntax
  private let lines: SourceLines
  /// The types declared within bodies.
  let localTypes: [DeclSyntax]
  /// The file's facts about its names.
  let names: NameFacts
  /// Uses of `self` as an object although it is captured weakly.
  let optionalSelves: [MemberAccessExprSyntax]
  /// Unknown conditions of compilation, taken for true.
  let assumedConditions: [ExprSyntax]
  /// The bytes that were read.
  var bytes: [UInt8] { lines.bytes }

  /// Deeper trees are rejected, so that no walk can overflow the stack.
  static let deepest = 400

  /// Parses a file.
  ///
  /// - Parameters:
  ///   - name: the name of the file in reports.
  ///   - bytes: its text.
  ///   - onlyActive: whether to skip code that conditional compilation removes; see ``ActiveCode``.
  /// - Throws: ``LeakCheckText/InputError`` at the first place that is not Swift or is nested too deep.
  /// - Complexity: O(bytes).
  init(named name: String, bytes: [UInt8], onlyActive: Bool = true) throws(InputError) {
    var (parsed, lines) = try Self.parse(bytes, named: name)
    let active =
      onlyActive && lines.contains("#if") ? ActiveCode(of: parsed, bytes) : nil
    if let active { parsed = try Self.parse(active.bytes, named: name).0 }
    let plain = QualifiedNames.unqualified(
      parsed, active?.bytes ?? bytes, contains: lines.contains)
    if let plain { parsed = try Self.parse(plain, named: name).0 }
    assumedConditions = active?.assumed ?? []
    self.name = name
    self.lines = lines
    tree = OperatorOrder.folded(parsed, declaresOperators: lines.contains("operator"))
    localTypes = LocalTypes.within(tree)
    names = NameFacts.of(tree)
    optionalSelves = lines.contains("weak") ? OptionalSelf.uses(in: tree) : []
  }

  /// Parses a file for a scan: operators are not folded, which takes half the time.
  init(scanning file: SwiftReader.File) throws(InputError) {
    name = file.name
    guard file.bytes.count <= PatternScanner.mostBytes else {
      throw Self.failure(
        "larger than \(PatternScanner.mostBytes >> 20) MB", expected: "a handwritten source file",
        at: 0, in: name, SourceLines([]))
    }
    (tree, lines) = try Self.parse(file.bytes, named: file.name)
    (localTypes, assumedConditions) = ([], [])
    names = NameFacts()
    optionalSelves = []
  }

  private static func parse(
    _ bytes: [UInt8], named name: String
  ) throws(InputError) -> (SourceFileSyntax, SourceLines) {
    let lines = SourceLines(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else {
      let offset = zip(bytes, text.utf8).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
      throw failure("this is not UTF-8", expected: "a text in UTF-8", at: offset, in: name, lines)
    }
    if let offset = BracketDepth.firstTooDeep(in: bytes) {
      throw failure(
        "brackets nested more than \(BracketDepth.most) deep",
        expected: "handwritten code", at: offset, in: name, lines)
    }
    var parser = Parser(text)
    let parsed = SourceFileSyntax.parse(from: &parser)
    if let deep = nodeTooDeep(in: Syntax(parsed)) {
      throw failure(
        "nested more than \(deepest) deep", expected: "handwritten code",
        at: deep.positionAfterSkippingLeadingTrivia.utf8Offset, in: name, lines)
    }
    if let wrong = firstError(in: Syntax(parsed)) {
      throw failure(
        "this is not valid Swift", expected: "a file that compiles",
        at: wrong.positionAfterSkippingLeadingTrivia.utf8Offset, in: name, lines)
    }
    return (parsed, lines)
  }

  /// Whether the file contains a text.
  func contains(_ text: String) -> Bool { lines.contains(text) }

  /// The line and column of a node, the column in Unicode scalars.
  func place(of node: some SyntaxProtocol) -> SourcePlace {
    lines.place(at: node.positionAfterSkippingLeadingTrivia.utf8Offset, in: name)
  }

  /// The number of the line that contains a byte.
  func line(at offset: Int) -> Int { lines.place(at: offset, in: name).line }

  /// A line of the file as written, or `nil` after its end.
  func line(_ number: Int) -> String? { lines.line(number) }

  private static func failure(
    _ problem: String, expected: String, at offset: Int, in name: String,
    _ lines: SourceLines
  ) -> InputError {
    let place = lines.place(at: offset, in: name)
    return InputError(
      source: name, line: place.line, column: place.column, problem: problem, expected: expected,
      suggestion: nil)
  }

  /// Walks with an explicit stack, because the tree may be too deep for recursion.
  private static func nodeTooDeep(in root: Syntax) -> Syntax? {
    var waiting = [(node: root, depth: 0)]
    while let (node, depth) = waiting.popLast() {
      if depth > deepest { return node }
      // Folding turns a sequence into a tree as deep as the sequence is long.
      let children = node.children(viewMode: .sourceAccurate)
      let extra = node.is(ExprListSyntax.self) ? children.count / 2 : 0
      for child in children { waiting.append((child, depth + 1 + extra)) }
    }
    return nil
  }

  private static func firstError(in root: Syntax) -> Syntax? {
    guard root.hasError else { return nil }
    var node = root
    while true {
      let children = node.children(viewMode: .all)
      if let unexpected = children.first(where: { $0.is(UnexpectedNodesSyntax.self) }) {
        return unexpected
      }
      guard let next = children.first(where: \.hasError) else { return node }
      node = next
    }
  }
}
