import LeakCheckLifecycle
import SwiftSyntax

/// A writer of fixes into the affected source lines.
///
/// It writes a fix only if the fix compiles according to the sources: a closure that must return a value gets one if
/// its result has an obvious one, and a property becomes weak if it is already an optional class. Otherwise there are
/// no lines, and only the fix in words remains.
public enum SourceFixes {
  /// A fix to write.
  public enum Wanted: Sendable {
    /// The closure that begins in a line, from 1, captures names such as `self` weakly. Of the `count` closures there
    /// that capture them, it is the one with this `rank`, from 0.
    case weakCapture(of: [String], line: Int, file: String, rank: Int = 0, count: Int = 1)
    /// A property of a type is weak.
    case weakProperty(String, of: String)
    /// A closure replaces a method that a type passes on; the method's name has its labels if it has parameters.
    case closure(forMethod: String, of: String)
    /// `sink` replaces `assign(to:on: self)`: of `count` calls in a type, the one with this `rank`, from 0.
    case sink(in: String, rank: Int, count: Int)
    /// A type ends a child controller where it removes the child's view.
    case endOfChild(in: String)
    /// A type ends its work by the statement with this number. Statements of the same class that end other things for
    /// the same fix go with it.
    case ending([EndingStatement], Int)
  }

  /// Returns the lines of each fix, or `nil` without any; a source that is not Swift has none.
  ///
  /// - Complexity: O(bytes).
  public static func fixes(_ wanted: [Wanted], in files: [SwiftReader.File]) -> [SourceFix?] {
    guard !wanted.isEmpty else { return [] }
    let read = DeepStack.map(files) {
      try? SourceFile(named: $0.name, bytes: $0.bytes, onlyActive: false)
    }
    return fixes(wanted, in: read.compactMap(\.self))
  }

  /// Returns the lines of each fix in the sources of a translation, without reading them again.
  ///
  /// - Complexity: O(bytes).
  public static func fixes(
    _ wanted: [Wanted], in translation: SwiftReader.Translation
  ) -> [SourceFix?] {
    fixes(wanted, in: translation.files)
  }

  private static func fixes(_ wanted: [Wanted], in files: [SourceFile]) -> [SourceFix?] {
    guard !wanted.isEmpty else { return [] }
    return DeepStack.run {
      var sources = Sources(files)
      return wanted.map { sources.fix($0) }
    }
  }
}

/// The parsed sources and their declarations.
private struct Sources {
  private let files: [SourceFile]
  private let trees: [SourceFileSyntax]
  private var filesByName: [String: Int] = [:]
  private var filesByRoot: [SyntaxIdentifier: Int] = [:]
  private let declarations = DeclaredTypes(viewMode: .sourceAccurate)
  /// The closures of each file in question, by the lines in which they begin.
  private var closures: [Int: [Int: [ClosureExprSyntax]]] = [:]

  init(_ files: [SourceFile]) {
    self.files = files
    trees = files.map(\.tree)
    for (number, file) in files.enumerated() {
      filesByName[file.name] = filesByName[file.name] ?? number
      filesByRoot[Syntax(file.tree).id] = number
      declarations.walk(file.tree)
    }
  }

  mutating func fix(_ wanted: SourceFixes.Wanted) -> SourceFix? {
    switch wanted {
    case .weakCapture(let names, let line, let file, let rank, let count):
      weakCapture(of: names, at: line, of: file, rank: rank, count: count)
    case .weakProperty(let name, let type): weakProperty(name, of: type)
    case .closure(let method, let type):
      replacement(
        .ofMethod(method, of: Self.plain(type), in: trees, declarations: declarations))
    case .sink(let type, let rank, let count):
      replacement(.ofAssignment(in: Self.plain(type), rank: rank, count: count, trees: trees))
    case .endOfChild(let type):
      replacement(.ofChild(in: Self.plain(type), trees: trees) { file(of: $0)?.bytes })
    case .ending(let statements, let number): ending(statements, number)
    }
  }

  private func file(of root: SyntaxIdentifier) -> SourceFile? {
    filesByRoot[root].map { files[$0] }
  }

  /// The name of a type without generic arguments and without the enclosing type.
  private static func plain(_ type: String) -> String {
    type.prefix { $0 != "<" }.split(separator: ".").last.map(String.init) ?? type
  }

  private func replacement(_ replacement: Replacement?) -> SourceFix? {
    guard let replacement, let source = file(of: replacement.root) else { return nil }
    return SourceFix([replacement.edit], of: source, bytes: source.bytes)
  }

  private mutating func weakCapture(
    of names: [String], at line: Int, of file: String, rank: Int, count: Int
  ) -> SourceFix? {
    guard let number = filesByName[file] else { return nil }
    let source = files[number]
    let closures = self.closures(of: number, at: line)
      .filter { !names.contains("self") || !$0.isOfStruct }
      .filter { WeakCapture($0, names: names, declarations: declarations).isNeeded }
    // A fix of the outer closure also fixes the inner one.
    let outer = closures.filter { closure in
      !closures.contains { $0.id != closure.id && $0.contains(closure) }
    }
    let place = outer.count == count ? rank : 0
    guard place < outer.count, outer.count == 1 || outer.count == count else { return nil }
    return WeakCapture(outer[place], names: names, declarations: declarations).edits.flatMap {
      SourceFix($0, of: source, bytes: source.bytes)
    }
  }

  /// The closures that begin in a line, outer ones first.
  private mutating func closures(of file: Int, at line: Int) -> [ClosureExprSyntax] {
    if let known = closures[file] { return known[line] ?? [] }
    let finder = ClosureFinder(viewMode: .sourceAccurate)
    finder.walk(files[file].tree)
    let found = Dictionary(grouping: finder.closures) { files[file].place(of: $0).line }
    closures[file] = found
    return found[line] ?? []
  }

  private func weakProperty(_ name: String, of type: String) -> SourceFix? {
    let property = WeakProperty(name, of: Self.plain(type), declarations: declarations)
    guard let property, let source = file(of: property.root) else { return nil }
    return property.edits(in: trees).flatMap {
      SourceFix($0, of: source, bytes: source.bytes, within: SourceFix.mostLinesOfType)
    }
  }
}

extension Sources {
  private func ending(_ statements: [EndingStatement], _ number: Int) -> SourceFix? {
    let places = statements.map { EndingPlace(of: $0, in: declarations) }
    guard var place = places[number] else { return nil }
    guard statements[number].isOfScreen else {
      return SourceFix(file: "", line: 0, before: "", after: place.lines)
    }
    guard let source = file(of: place.root) else { return nil }
    // A class has one method with a given name, which does all of it.
    place.lines = zip(statements, places).filter { $0.isOfScreen && $1?.isOf(place) == true }
      .compactMap { $1?.lines }.reduce(into: [String]()) { lines, next in
        if !lines.contains(next) { lines.append(next) }
      }.joined(separator: "\n")
    return place.insertion(in: source, bytes: source.bytes)
  }
}

extension ClosureExprSyntax {
  fileprivate func contains(_ other: ClosureExprSyntax) -> Bool {
    position <= other.position && other.endPosition <= endPosition
  }

  /// Whether `self` is a struct here, which cannot be weak.
  fileprivate var isOfStruct: Bool {
    var node = Syntax(self)
    while let parent = node.parent {
      if parent.is(StructDeclSyntax.self) { return true }
      if parent.is(ClassDeclSyntax.self) || parent.is(ActorDeclSyntax.self) { return false }
      node = parent
    }
    return false
  }
}

/// Finds closures, outer ones first.
final class ClosureFinder: SyntaxVisitor {
  private(set) var closures: [ClosureExprSyntax] = []

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    closures.append(node)
    return .visitChildren
  }
}
