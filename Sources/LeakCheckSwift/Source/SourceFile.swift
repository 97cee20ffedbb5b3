import LeakCheckLifecycle
import LeakCheckText
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A file of Swift: its tree with operators folded, and its lines.
struct SourceFile {
  /// How the file is named in reports.
  let name: String
  let tree: SourceFileSyntax
  private let lines: [ArraySlice<UInt8>]

  /// Deeper trees are refused, so that nothing that walks them can run out of stack.
  static let deepest = 400

  /// Parses a file.
  ///
  /// - Throws: ``LeakCheckText/InputError`` at the first place that is no Swift, or that is nested too deep.
  /// - Complexity: O(bytes).
  init(named name: String, bytes: [UInt8]) throws(InputError) {
    self.name = name
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if let offset = BracketDepth.firstTooDeep(in: bytes) {
      throw Self.failure(
        "brackets nested more than \(BracketDepth.most) deep",
        expected: "code that somebody would read", at: offset, in: name, lines)
    }
    var parser = Parser(String(decoding: bytes, as: UTF8.self))
    let parsed = SourceFileSyntax.parse(from: &parser)
    if let deep = Self.nodeTooDeep(in: Syntax(parsed)) {
      throw Self.failure(
        "nested more than \(Self.deepest) deep", expected: "code that somebody would read",
        at: deep.positionAfterSkippingLeadingTrivia.utf8Offset, in: name, lines)
    }
    if let wrong = Self.firstError(in: Syntax(parsed)) {
      throw Self.failure(
        "this is no Swift", expected: "a file that compiles",
        at: wrong.positionAfterSkippingLeadingTrivia.utf8Offset, in: name, lines)
    }
    let folded = OperatorTable.standardOperators.foldAll(parsed) { _ in }
    tree = folded.as(SourceFileSyntax.self) ?? parsed
  }

  /// The line and column of a node, the column in Unicode scalars.
  func place(of node: some SyntaxProtocol) -> SourcePlace {
    Self.place(at: node.positionAfterSkippingLeadingTrivia.utf8Offset, in: name, lines)
  }

  /// A line of the file as it is written, or `nil` behind its end.
  func line(_ number: Int) -> String? {
    lines.indices.contains(number - 1) ? String(decoding: lines[number - 1], as: UTF8.self) : nil
  }

  private static func place(
    at offset: Int, in name: String, _ lines: [ArraySlice<UInt8>]
  ) -> SourcePlace {
    var (low, high) = (0, lines.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle].startIndex <= offset { low = middle } else { high = middle }
    }
    let line = lines[low]
    let before = line[line.startIndex..<min(max(offset, line.startIndex), line.endIndex)]
    return SourcePlace(file: name, line: low + 1, column: before.count { $0 & 0xc0 != 0x80 } + 1)
  }

  private static func failure(
    _ problem: String, expected: String, at offset: Int, in name: String,
    _ lines: [ArraySlice<UInt8>]
  ) -> InputError {
    let place = place(at: offset, in: name, lines)
    return InputError(
      source: name, line: place.line, column: place.column, problem: problem, expected: expected,
      suggestion: nil)
  }

  /// Walks with a list of its own, because the tree may be deeper than the stack.
  private static func nodeTooDeep(in root: Syntax) -> Syntax? {
    var waiting = [(node: root, depth: 0)]
    while let (node, depth) = waiting.popLast() {
      if depth > deepest { return node }
      // A sequence is folded into a tree that is as deep as it is long.
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
