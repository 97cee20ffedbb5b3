import LeakCheckAnalysis
import LeakCheckReport
import LeakCheckText

/// A reader of a project's configuration; the schema describes its content.
struct ConfigurationReader {
  private let source: String
  private let bytes: [UInt8]

  /// A reader of the content of the file `source`.
  init(_ bytes: [UInt8], source: String) {
    self.bytes = bytes
    self.source = source
  }

  /// The configuration.
  ///
  /// - Throws: ``InputError`` with line, column, what was expected and the nearest word.
  func configuration() throws(InputError) -> Configuration {
    let tree = try JSONTree.parse(bytes, source: source)
    do throws(InputFailure) {
      return try configuration(tree)
    } catch {
      let place = JSONTree.place(of: error.offset, in: bytes)
      throw InputError(
        error.code, source: source, line: place.line, column: place.column,
        problem: error.problem, expected: error.expected, suggestion: error.suggestion)
    }
  }

  private func configuration(_ tree: JSONTree) throws(InputFailure) -> Configuration {
    let keys = ["leakcheck", "modules", "ownership", "knownLeaks", "expectGone", "roots"]
    let members = try members(of: tree, "a configuration", keys: keys)
    guard let version = members["leakcheck"] else {
      throw InputFailure(
        offset: tree.offset, problem: "missing key \"leakcheck\" in a configuration",
        expected: "{\"leakcheck\": 1, …}")
    }
    guard case .number(1) = version.value else {
      throw InputFailure(
        offset: version.offset, problem: "\"leakcheck\" is not 1",
        expected: "1, the only version of configurations")
    }
    var configuration = Configuration()
    configuration.path = source
    if let modules = members["modules"] {
      let modules = try self.members(of: modules, "\"modules\"", keys: ["own", "foreign"])
      configuration.ownModules = try patterns(modules["own"], "own")
      configuration.foreignModules = try patterns(modules["foreign"], "foreign")
    }
    for row in try rows(members["ownership"], "ownership") {
      configuration.ownership.append(try ownership(row))
    }
    for row in try rows(members["knownLeaks"], "knownLeaks") {
      configuration.leaks.append(try leak(row))
    }
    configuration.expectGone = try patterns(members["expectGone"], "expectGone")
    configuration.roots = try patterns(members["roots"], "roots")
    return configuration
  }

  private func ownership(_ tree: JSONTree) throws(InputFailure) -> Configuration.Ownership {
    let what = "a row of \"ownership\""
    let keys = [
      "holder", "references", "is", "ended", "fix", "before", "after", "documentation", "code",
    ]
    let members = try members(of: tree, what, keys: keys)
    let holder = try required("holder", in: members, of: tree, what, patterns)
    let ownership = try required("is", in: members, of: tree, what, meaning)
    let references = try patterns(members["references"], "references")
    let event = try optionalText(members["ended"], "ended")
    let before = try optionalText(members["before"], "before")
    let after = try optionalText(members["after"], "after")
    guard (before == nil) == (after == nil) else {
      throw InputFailure(
        offset: tree.offset, problem: "\"before\" and \"after\" belong together",
        expected: "both of them, or none")
    }
    let change = before.flatMap { before in after.map { (before: before, after: $0) } }
    let row = FrameworkRow(
      code: try code(members["code"]), holders: holder, references: references,
      ownership: ownership, event: event, fix: try optionalText(members["fix"], "fix"),
      change: change,
      documentation: try optionalText(members["documentation"], "documentation") ?? "")
    return Configuration.Ownership(
      holder: holder, references: references, row: row, ownership: ownership, event: event)
  }

  private func leak(_ tree: JSONTree) throws(InputFailure) -> Configuration.Leak {
    let what = "a known leak"
    let keys = ["types", "because", "ticket", "until", "versions", "avoid", "code"]
    let members = try members(of: tree, what, keys: keys)
    let types = try required("types", in: members, of: tree, what, patterns)
    let because = try required("because", in: members, of: tree, what, text)
    let ticket = try optionalText(members["ticket"], "ticket") ?? ""
    let leak = KnownLeak(
      code: try code(members["code"]), types: types, because: because, ticket: ticket,
      versions: try optionalText(members["versions"], "versions") ?? "",
      avoid: try optionalText(members["avoid"], "avoid") ?? "")
    return Configuration.Leak(
      types: types, because: because, ticket: ticket, until: try day(members["until"]), leak: leak)
  }
}

// MARK: - Values

extension ConfigurationReader {
  /// Every type of a graph is held against every pattern, so nobody writes more of them, nor longer ones.
  private static let mostInList = 1_000
  private static let mostOfPattern = 1_000

  private func required<Value>(
    _ key: String, in members: [String: JSONTree], of tree: JSONTree, _ what: String,
    _ read: (JSONTree?, String) throws(InputFailure) -> Value
  ) throws(InputFailure) -> Value {
    guard let member = members[key] else {
      throw InputFailure(
        offset: tree.offset, problem: "missing key \(Quotation.quoted(key)) in \(what)")
    }
    return try read(member, key)
  }

  private func meaning(
    _ tree: JSONTree?, _ key: String
  ) throws(InputFailure) -> FrameworkRow.Ownership {
    let word = try text(tree, key)
    if let meaning = FrameworkRow.Ownership(rawValue: word) { return meaning }
    let words = FrameworkRow.Ownership.allCases.map(\.rawValue)
    throw InputFailure(
      offset: tree?.offset ?? 0,
      problem: "\(Quotation.quoted(word)) is not a value of \(Quotation.quoted(key))",
      expected: Self.list(words),
      suggestion: NearestWord.nearest(to: word, among: words).map(Quotation.quoted))
  }

  /// A code of the project's own: those of this program could not be told from it.
  private func code(_ tree: JSONTree?) throws(InputFailure) -> String {
    guard let tree else { return "" }
    let code = try text(tree, "code")
    let isPlain =
      !code.isEmpty && code.utf8.count <= 32
      && code.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
          || $0 == UInt8(ascii: "-")
      }
    if isPlain, !code.hasPrefix("LK") { return code }
    throw InputFailure(
      offset: tree.offset, problem: "the code \(Quotation.quoted(code))",
      expected: "letters, digits and -, not beginning with LK, which are codes of leakcheck's own")
  }

  private func day(_ tree: JSONTree?) throws(InputFailure) -> CalendarDay? {
    guard let tree else { return nil }
    let text = try text(tree, "until")
    if let day = CalendarDay(text) { return day }
    throw InputFailure(
      offset: tree.offset, problem: "\"until\" is \(Quotation.quoted(text))",
      expected: "a day such as \"2027-03-01\"")
  }

  private func text(_ tree: JSONTree?, _ key: String) throws(InputFailure) -> String {
    guard case .string(let text)? = tree?.value else {
      throw InputFailure(
        offset: tree?.offset ?? 0,
        problem: "\(Quotation.quoted(key)) is \(tree?.kindText ?? "missing")", expected: "a text")
    }
    if !text.isEmpty { return text }
    throw InputFailure(
      offset: tree?.offset ?? 0, problem: "\(Quotation.quoted(key)) is empty", expected: "a text")
  }

  private func optionalText(_ tree: JSONTree?, _ key: String) throws(InputFailure) -> String? {
    guard let tree else { return nil }
    return try text(tree, key)
  }

  private func patterns(_ tree: JSONTree?, _ key: String) throws(InputFailure) -> [String] {
    var patterns: [String] = []
    for element in try rows(tree, key) {
      let pattern = try text(element, key)
      guard pattern.utf8.count <= Self.mostOfPattern else {
        throw InputFailure(
          offset: element.offset, problem: "\(Quotation.quoted(pattern)) is too long a pattern",
          expected: "at most \(Self.mostOfPattern) bytes, with * for what is left out")
      }
      patterns.append(pattern)
    }
    if patterns.isEmpty, let tree, ["holder", "types"].contains(key) {
      throw InputFailure(
        offset: tree.offset, problem: "\(Quotation.quoted(key)) is empty",
        expected: "a list with a type in it")
    }
    return patterns
  }

  private func rows(_ tree: JSONTree?, _ key: String) throws(InputFailure) -> [JSONTree] {
    guard let tree else { return [] }
    if case .array(let rows) = tree.value {
      if rows.count <= Self.mostInList { return rows }
      throw InputFailure(
        offset: tree.offset, problem: "\(Quotation.quoted(key)) has \(rows.count) entries",
        expected: "at most \(Self.mostInList), with * for what many have in common")
    }
    throw InputFailure(
      offset: tree.offset, problem: "\(Quotation.quoted(key)) is \(tree.kindText)",
      expected: "a list, such as [\"…\"]")
  }

  private func members(
    of tree: JSONTree, _ what: String, keys: [String]
  ) throws(InputFailure) -> [String: JSONTree] {
    guard case .object(let members) = tree.value else {
      throw InputFailure(
        offset: tree.offset, problem: "\(what) is \(tree.kindText)", expected: "an object")
    }
    var known: [String: JSONTree] = [:]
    for member in members where !member.key.hasPrefix("x-") && member.key != "$schema" {
      guard keys.contains(member.key) else {
        throw InputFailure(
          offset: member.offset, problem: "unknown key \(Quotation.quoted(member.key)) in \(what)",
          expected: Self.list(keys),
          suggestion: NearestWord.nearest(to: member.key, among: keys).map(Quotation.quoted))
      }
      known[member.key] = member.value
    }
    return known
  }

  private static func list(_ words: [String]) -> String {
    "one of \(words.map(Quotation.quoted).joined(separator: ", "))"
  }
}
