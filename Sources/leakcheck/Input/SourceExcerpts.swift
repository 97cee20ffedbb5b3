import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckReport
import LeakCheckText

/// A search for the source lines of findings: the place of the capture or property to cut, or
/// else what makes the reference.
struct SourceExcerpts {
  private let lines: [String: [String]]
  /// Where each type is declared.
  private let places: [String: LeakCheckLifecycle.SourcePlace]
  /// The type that each inherits from.
  private let parents: [String: String]

  /// The most lines behind the beginning of a closure or a type that are looked through.
  private static let reach = 400

  init(of lines: [String: [String]], types: [TypeDeclaration]) {
    self.lines = lines
    let declared = types.compactMap { type in type.place.map { (type.name, $0) } }
    places = Dictionary(declared) { first, _ in first }
    parents = Dictionary(types.map { ($0.name, $0.base) }) { first, _ in first }
  }

  /// The excerpts that there are for the findings of `outcome` that are shown, by their fingerprints.
  func excerpts(for findings: [Finding], of outcome: ScenarioOutcome) -> [String: SourceExcerpt] {
    guard !lines.isEmpty else { return [:] }
    var found: [String: SourceExcerpt] = [:]
    for finding in findings {
      guard let reference = finding.cut.steps.first?.reference ?? finding.path.references.last
      else { continue }
      let made = made(at: outcome.places[finding.fingerprint])
      // What lists many holds this one by the line that put it there.
      let listed = reference.kind == .element ? made : nil
      found[finding.fingerprint] = capture(reference) ?? listed ?? property(reference) ?? made
    }
    return found
  }

  /// What makes a reference, such as the line that starts a timer: to the end of the line.
  private func made(at place: LeakCheckLifecycle.SourcePlace?) -> SourceExcerpt? {
    guard let place, let text = lines[place.file], text.indices.contains(place.line - 1) else {
      return nil
    }
    let line = text[place.line - 1]
    let white = line.unicodeScalars.reversed().prefix { $0.properties.isWhitespace }.count
    let length = line.unicodeScalars.count - white
    return SourceExcerpt(
      file: place.file, line: place.line, column: place.column, text: line,
      length: max(length - place.column + 1, 1))
  }

  /// A capture: where its closure first uses the name, where the method stands that is handed over, or where the closure
  /// begins.
  private func capture(_ reference: ObjectGraph.Reference) -> SourceExcerpt? {
    let closure = reference.source
    let (file, line) = (closure.file, Int(closure.line))
    guard closure.kind == .closure, let text = lines[file], text.indices.contains(line - 1) else {
      return nil
    }
    let method = Self.method(of: closure)
    let word = method ?? reference.name
    for number in line...min(line + 20, text.count) {
      // What stands before its brace is not the closure's.
      let isBegin = number == line && method == nil
      let start = isBegin ? text[line - 1].unicodeScalars.prefix { $0 != "{" }.count : 0
      if let column = Self.column(of: word, in: text[number - 1], from: start) {
        return SourceExcerpt(
          file: file, line: number, column: column, text: text[number - 1],
          length: word.unicodeScalars.count)
      }
    }
    let column = text[line - 1].unicodeScalars.prefix { $0 != "{" }.count + 1
    return SourceExcerpt(file: file, line: line, column: column, text: text[line - 1], length: 1)
  }

  /// The method that a closure is, handed over by its name.
  private static func method(of closure: ObjectGraph.Object) -> String? {
    let prefix = "bound method "
    guard closure.name.hasPrefix(prefix) else { return nil }
    return String(closure.name.dropFirst(prefix.count).prefix { $0 != "(" })
  }

  /// A property: where its type declares it, or a type that this one inherits from.
  private func property(_ reference: ObjectGraph.Reference) -> SourceExcerpt? {
    var type: String? = reference.source.type
    var seen: Set<String> = []
    while let name = type, seen.insert(name).inserted {
      if let found = property(reference.name, of: name) { return found }
      type = parents[name]
    }
    return nil
  }

  /// Where a type declares a property: among its members, and not in what these contain.
  private func property(_ name: String, of type: String) -> SourceExcerpt? {
    guard let place = places[type], let text = lines[place.file],
      text.indices.contains(place.line - 1)
    else { return nil }
    var depth = 0
    for number in place.line...min(place.line + Self.reach, text.count) {
      let line = text[number - 1]
      if depth == 1 || depth == 0 && number == place.line,
        let column = Self.column(ofProperty: name, in: line)
      {
        return SourceExcerpt(
          file: place.file, line: number, column: column, text: line,
          length: name.unicodeScalars.count)
      }
      depth += line.unicodeScalars.reduce(0) { $0 + ($1 == "{" ? 1 : $1 == "}" ? -1 : 0) }
      if depth <= 0, line.contains("}") { break }
    }
    return nil
  }

  /// Where a line declares a property, from 1.
  private static func column(ofProperty name: String, in line: String) -> Int? {
    for word in ["var ", "let "] {
      if let column = column(of: word + name, in: line) { return column + word.count }
    }
    return nil
  }

  /// Where a name stands as a word of its own, from 1.
  static func column(of name: String, in line: String, from first: Int = 0) -> Int? {
    let (text, word) = (Array(line.unicodeScalars), Array(name.unicodeScalars))
    guard !word.isEmpty, text.count >= first + word.count else { return nil }
    func isPart(_ index: Int) -> Bool {
      text.indices.contains(index) && (text[index].properties.isAlphabetic || text[index] == "_")
    }
    for start in first...(text.count - word.count)
    where Array(text[start..<start + word.count]) == word && !isPart(start - 1)
      && !isPart(start + word.count)
    {
      return start + 1
    }
    return nil
  }
}
