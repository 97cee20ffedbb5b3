import LeakCheckGraph
import LeakCheckText

extension ScenarioDecoder {
  mutating func operand(
    _ tree: JSONTree, _ kind: OperandKind, for key: String
  ) throws(InputFailure) -> Operand {
    switch kind {
    case .object, .place: return .place(try place(tree, for: key, expected: kind.words))
    case .objectOrNull:
      if case .null = tree.value { return .null }
      return .place(try place(tree, for: key, expected: kind.words))
    case .name: return .text(try name(tree, for: key))
    case .names, .values: return try list(tree, kind, for: key)
    case .type, .text: return .text(try text(tree, for: key))
    case .style:
      return .text(try word(tree, for: key, among: Grammar.styles))
    case .value: return .value(try value(tree, for: key))
    case .closure: return .value(try closure(tree, for: key))
    case .seconds, .index: return .number(try number(tree, kind, for: key))
    case .truth: return .truth(try truth(tree, for: key))
    case .objects:
      guard case .array(let elements) = tree.value else {
        throw wrong(tree, for: key, expected: kind.words)
      }
      var names: [Place] = []
      for element in elements {
        names.append(try place(element, for: key, expected: "a name"))
      }
      return .places(names)
    case .actions: return .actions(try actions(tree, for: key))
    case .properties:
      var properties: [(name: String, value: Value)] = []
      for (name, tree) in try entries(of: tree, for: key) {
        properties.append((name, try value(tree, for: name)))
      }
      return .properties(properties)
    case .group: return .null
    }
  }

  private func name(_ tree: JSONTree, for key: String) throws(InputFailure) -> String {
    let name = try text(tree, for: key)
    guard Place(name)?.path.isEmpty == true else {
      throw InputFailure(
        offset: tree.offset, problem: "\(Quotation.quoted(name)) is not a name",
        expected: "a name without dots and spaces")
    }
    return name
  }

  private mutating func list(
    _ tree: JSONTree, _ kind: OperandKind, for key: String
  ) throws(InputFailure) -> Operand {
    guard case .array(let elements) = tree.value else {
      throw wrong(tree, for: key, expected: kind.words)
    }
    if case .names = kind {
      var names: [String] = []
      for element in elements { names.append(try name(element, for: key)) }
      return .names(names)
    }
    var values: [Value] = []
    for element in elements { values.append(try value(element, for: key)) }
    return .values(values)
  }

  private func number(
    _ tree: JSONTree, _ kind: OperandKind, for key: String
  ) throws(InputFailure) -> Double {
    let expected = kind.words + " and at most 1000000000"
    guard case .number(let number) = tree.value else {
      throw wrong(tree, for: key, expected: expected)
    }
    var isRight = number >= 0 && number <= 1e9
    if case .index = kind { isRight = isRight && number == number.rounded() }
    guard isRight else { throw outside(number, tree, for: key, expected: expected) }
    return number
  }

  /// A number that is none of those expected.
  private func outside(
    _ number: Double, _ tree: JSONTree, for key: String, expected: String
  ) -> InputFailure {
    let written = Int(exactly: number).map { "\($0)" } ?? "\(number)"
    return InputFailure(
      offset: tree.offset, problem: "\(Quotation.quoted(key)) is \(written)", expected: expected)
  }

  private func place(
    _ tree: JSONTree, for key: String, expected: String
  ) throws(InputFailure) -> Place {
    guard case .string(let text) = tree.value else {
      throw wrong(tree, for: key, expected: expected)
    }
    guard let place = Place(text) else {
      throw InputFailure(
        offset: tree.offset, problem: "\(Quotation.quoted(text)) is not a name", expected: expected)
    }
    return place
  }

  private mutating func value(
    _ tree: JSONTree, for key: String
  ) throws(InputFailure) -> Value {
    switch tree.value {
    case .null: return .null
    case .string: return .place(try place(tree, for: key, expected: OperandKind.value.words))
    case .object(let members):
      guard members.count == 1, let member = members.first else { break }
      switch member.key {
      case "closure": return .closure(try closureLiteral(member.value))
      case "method":
        let place = try place(member.value, for: "method", expected: "object.method")
        guard !place.path.isEmpty else {
          throw wrong(member.value, for: "method", expected: "object.method")
        }
        return .method(place)
      case "weakBox":
        return .weakBox(try place(member.value, for: "weakBox", expected: "a name"))
      case "copy":
        return .copy(try place(member.value, for: "copy", expected: "a name"))
      default:
        throw unknown(
          member.key, "value", among: ["closure", "method", "weakBox", "copy"], at: member.offset)
      }
    default: break
    }
    throw wrong(tree, for: key, expected: OperandKind.value.words)
  }

  private mutating func closure(
    _ tree: JSONTree, for key: String
  ) throws(InputFailure) -> Value {
    switch tree.value {
    case .array:
      return .closure(
        ClosureLiteral(body: try actions(tree, for: key), place: places[tree.offset]))
    case .object(let members)
    where members.count == 1 && ["closure", "method"].contains(members.first?.key):
      return try value(tree, for: key)
    case .object: return .closure(try closureLiteral(tree))
    case .string: return try value(tree, for: key)
    default: throw wrong(tree, for: key, expected: OperandKind.closure.words)
    }
  }

  private mutating func closureLiteral(
    _ tree: JSONTree
  ) throws(InputFailure) -> ClosureLiteral {
    let keys = ["captures", "do", "name", "escaping", "place"]
    let members = try members(of: tree, as: "a closure", keys: keys)
    var literal = ClosureLiteral(place: try place(members["place"], orAt: tree.offset))
    if let captures = members["captures"] {
      let words = [Strength.strong, .weak, .unowned].map(\.rawValue)
      for (name, tree) in try entries(of: captures, for: "captures") {
        let word = try word(tree, for: name, among: words)
        literal.captures.append((name, Strength(rawValue: word) ?? .strong))
      }
    }
    if let body = members["do"] { literal.body = try actions(body, for: "do") }
    if let name = members["name"] { literal.name = try text(name, for: "name") }
    if let escaping = members["escaping"] {
      literal.isEscaping = try truth(escaping, for: "escaping")
    }
    return literal
  }
}

/// Members, words and errors.
extension ScenarioDecoder {
  /// Returns the place that a scenario states, or else the position in the scenario itself.
  func place(
    _ tree: JSONTree?, orAt offset: Int
  ) throws(InputFailure) -> SourcePlace {
    guard let tree else { return places[offset] }
    let members = try members(of: tree, as: "a place", keys: ["file", "line", "column"])
    guard let line = members["line"] else { throw missing("line", in: "a place", at: tree.offset) }
    return SourcePlace(
      file: try members["file"].map { (file) throws(InputFailure) in try text(file, for: "file") }
        ?? "",
      line: try ordinal(line, for: "line"),
      column: try members["column"].map { (column) throws(InputFailure) in
        try ordinal(column, for: "column")
      } ?? 1)
  }

  private func ordinal(_ tree: JSONTree, for key: String) throws(InputFailure) -> Int {
    let expected = "a whole number, from 1 to 1000000000"
    guard case .number(let number) = tree.value else {
      throw wrong(tree, for: key, expected: expected)
    }
    guard number >= 1, number <= 1e9, number == number.rounded() else {
      throw outside(number, tree, for: key, expected: expected)
    }
    return Int(number)
  }

  func members(
    of tree: JSONTree, as what: String, keys: [String]
  ) throws(InputFailure) -> [String: JSONTree] {
    guard case .object(let members) = tree.value else {
      throw InputFailure(
        offset: tree.offset, problem: "\(tree.kindText) where \(what) belongs",
        expected: "an object")
    }
    var result: [String: JSONTree] = [:]
    for member in members where !member.key.hasPrefix("x-") {
      guard keys.contains(member.key) else {
        throw unknown(member.key, "key in \(what)", among: keys, at: member.offset)
      }
      result[member.key] = member.value
    }
    return result
  }

  func entries(
    of tree: JSONTree, for key: String
  ) throws(InputFailure) -> [(String, JSONTree)] {
    guard case .object(let members) = tree.value else {
      throw wrong(tree, for: key, expected: "an object")
    }
    return members.filter { !$0.key.hasPrefix("x-") }.map { ($0.key, $0.value) }
  }

  func text(_ tree: JSONTree, for key: String) throws(InputFailure) -> String {
    guard case .string(let text) = tree.value else {
      throw wrong(tree, for: key, expected: "a string")
    }
    return text
  }

  func truth(_ tree: JSONTree, for key: String) throws(InputFailure) -> Bool {
    guard case .bool(let truth) = tree.value else {
      throw wrong(tree, for: key, expected: "true or false")
    }
    return truth
  }

  func word(
    _ tree: JSONTree, for key: String, among words: [String]
  ) throws(InputFailure) -> String {
    let word = try text(tree, for: key)
    guard words.contains(word) else {
      throw unknown(word, "word for \(Quotation.quoted(key))", among: words, at: tree.offset)
    }
    return word
  }

  func unknown(
    _ word: String, _ what: String, among words: [String], at offset: Int
  ) -> InputFailure {
    // Eighty words would bury the nearest one.
    let isShort = words.count <= 12
    return InputFailure(
      offset: offset, problem: "unknown \(what): \(Quotation.quoted(word))",
      expected: isShort ? "one of \(Quotation.list(words))" : "one of the format's words",
      suggestion: NearestWord.nearest(to: word, among: words).map { Quotation.quoted($0) })
  }

  func missing(_ key: String, in what: String, at offset: Int) -> InputFailure {
    InputFailure(offset: offset, problem: "\(what) without \"\(key)\"")
  }

  func wrong(_ tree: JSONTree, for key: String, expected: String) -> InputFailure {
    InputFailure(
      offset: tree.offset, problem: "\(Quotation.quoted(key)) is \(tree.kindText)",
      expected: expected)
  }
}
