import LeakCheckGraph
public import LeakCheckText

/// A reader of scenario JSON.
public struct ScenarioReader: Sendable {
  /// Creates a reader.
  public init() {}

  /// Reads the scenario from a file's bytes; `source` names the file in errors.
  ///
  /// - Throws: ``LeakCheckText/InputError`` at the first violation of the format.
  /// - Complexity: O(bytes).
  public func read(_ bytes: [UInt8], from source: String) throws(InputError) -> Scenario {
    let tree = try JSONTree.parse(bytes, source: source)
    do throws(InputFailure) {
      var decoder = ScenarioDecoder(places: LineIndex(of: bytes))
      var scenario = try decoder.scenario(tree)
      scenario.source = source
      scenario.texts = [(scenario.fileName, bytes)]
      return scenario
    } catch {
      let place = LineIndex(of: bytes)[error.offset]
      throw InputError(
        source: source, line: place.line, column: place.column, problem: error.problem,
        expected: error.expected, suggestion: error.suggestion)
    }
  }
}

/// A problem at an offset in a scenario.
struct InputFailure: Error {
  var offset: Int
  var problem: String
  var expected = ""
  var suggestion: String?
}

/// An index of a file's lines, so that each action can find its place without counting from the start.
struct LineIndex {
  private let bytes: [UInt8]
  private let starts: [Int]
  /// The number of scalars before each block, so that a file with one long line costs no more than others.
  private let scalars: [Int]
  private static let block = 256

  init(of bytes: [UInt8]) {
    self.bytes = bytes
    let mark = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    starts = [mark] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    var counts = [0]
    for start in stride(from: 0, to: bytes.count, by: Self.block) {
      let block = bytes[start..<min(start + Self.block, bytes.count)]
      counts.append((counts.last ?? 0) + Self.scalars(in: block))
    }
    scalars = counts
  }

  private static func scalars(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 & 0xc0 != 0x80 }
  }

  private func scalars(before offset: Int) -> Int {
    let block = offset / Self.block
    return scalars[block] + Self.scalars(in: bytes[block * Self.block..<offset])
  }

  subscript(offset: Int) -> SourcePlace {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let column = scalars(before: max(offset, starts[low])) - scalars(before: starts[low])
    return SourcePlace(line: low + 1, column: column + 1)
  }
}

/// A decoder that turns a scenario's JSON tree into types and actions.
struct ScenarioDecoder {
  let places: LineIndex

  mutating func scenario(_ tree: JSONTree) throws(InputFailure) -> Scenario {
    if case .object(let members) = tree.value,
      let objects = members.first(where: { $0.key == "objects" })
    {
      throw InputFailure(
        offset: objects.offset, problem: "an object graph, not a scenario",
        expected: "types and steps; graphs are for leakcheck check")
    }
    let keys = ["leakcheck", "scenario", "profile", "types", "steps"]
    let members = try members(of: tree, as: "a scenario", keys: keys)
    guard let version = members["leakcheck"] else {
      throw missing("leakcheck", in: "a scenario", at: tree.offset)
    }
    guard case .number(1) = version.value else {
      throw InputFailure(
        offset: version.offset, problem: "\"leakcheck\" is not 1", expected: "version 1")
    }
    guard let steps = members["steps"] else {
      throw missing("steps", in: "a scenario", at: tree.offset)
    }
    var scenario = Scenario()
    if let name = members["scenario"] { scenario.name = try text(name, for: "scenario") }
    if let profile = members["profile"] {
      let words = Scenario.Profile.allCases.map(\.rawValue)
      let word = try self.word(profile, for: "profile", among: words)
      scenario.profile = Scenario.Profile(rawValue: word) ?? .modern
    }
    if let types = members["types"] { scenario.types = try self.types(types) }
    scenario.steps.actions = try actions(steps, for: "steps")
    return scenario
  }

  // MARK: - Types

  private mutating func types(_ tree: JSONTree) throws(InputFailure) -> [TypeDeclaration] {
    guard case .object(let members) = tree.value else {
      throw wrong(tree, for: "types", expected: "an object of types by name")
    }
    var types: [TypeDeclaration] = []
    for member in members {
      guard Place(member.key)?.path.isEmpty == true, !member.key.hasPrefix("x-") else {
        if member.key.hasPrefix("x-") { continue }
        throw InputFailure(
          offset: member.offset, problem: "\(Quotation.quoted(member.key)) is not a type name")
      }
      types.append(try type(member))
    }
    return types
  }

  private mutating func type(
    _ member: JSONTree.Member
  ) throws(InputFailure) -> TypeDeclaration {
    let keys = ["is", "properties", "callbacks", "traces", "nib", "place", "places"]
    let members = try members(of: member.value, as: "a type", keys: keys)
    var type = TypeDeclaration(name: member.key)
    type.place = try place(members["place"], orAt: member.offset)
    if let base = members["is"] {
      type.base = try text(base, for: "is")
      type.basePlace = places[base.offset]
    }
    if let traces = members["traces"] { type.traces = try truth(traces, for: "traces") }
    if let nib = members["nib"] { type.hasNib = try truth(nib, for: "nib") }
    if let properties = members["properties"] {
      for (name, tree) in try entries(of: properties, for: "properties") {
        let word = try word(tree, for: name, among: Strength.allCases.map(\.rawValue))
        type.properties[name] = Strength(rawValue: word)
        type.releaseOrder.append(name)
      }
    }
    if let callbacks = members["callbacks"] {
      for (name, tree) in try entries(of: callbacks, for: "callbacks") {
        let plain = CallbackName.plain(name)
        if type.callbacks[plain] != nil {
          throw InputFailure(
            offset: tree.offset, problem: "a second callback \(Quotation.quoted(plain))",
            expected: "each callback once")
        }
        type.callbacks[plain] = ActionList(actions: try actions(tree, for: name))
        type.callbackPlaces[plain] = places[tree.offset]
      }
    }
    // What was translated has no places of this file.
    if members["place"] != nil { type.callbackPlaces = [:] }
    if let places = members["places"] {
      for (name, tree) in try entries(of: places, for: "places") {
        type.callbackPlaces[CallbackName.plain(name)] = try place(tree, orAt: tree.offset)
      }
    }
    return type
  }

  // MARK: - Actions

  mutating func actions(
    _ tree: JSONTree, for key: String
  ) throws(InputFailure) -> [Action] {
    guard case .array(let elements) = tree.value else {
      throw wrong(tree, for: key, expected: "an array of actions")
    }
    var actions: [Action] = []
    actions.reserveCapacity(elements.count)
    for element in elements { actions.append(try action(element)) }
    return actions
  }

  private mutating func action(_ tree: JSONTree) throws(InputFailure) -> Action {
    if case .string(let word) = tree.value {
      let words = Grammar.plainWords.map(\.name)
      guard let plain = Grammar.plainWords.first(where: { $0.name == word }) else {
        throw unknown(word, "action", among: words, at: tree.offset)
      }
      return Action(word: plain, place: places[tree.offset])
    }
    guard case .object(let all) = tree.value else {
      throw InputFailure(
        offset: tree.offset, problem: "\(tree.kindText) where an action belongs",
        expected: "an object such as {\"push\": \"b\", \"on\": \"nav\"}")
    }
    let members = all.filter { !$0.key.hasPrefix("x-") && $0.key != "place" }
    let form = try form(of: members, at: tree.offset)
    let place = try place(all.first { $0.key == "place" }?.value, orAt: tree.offset)
    var action = Action(word: form.word, place: place)
    try decode(members, keys: form.keys, prefix: "", into: &action, at: tree.offset)
    try check(action, at: tree.offset)
    return action
  }

  /// Returns the form whose keys match, or the most likely one.
  private func form(
    of members: [JSONTree.Member], at offset: Int
  ) throws(InputFailure) -> Form {
    let candidates = members.flatMap { Grammar.positions[$0.key] ?? [] }.sorted()
      .map { Grammar.forms[$0] }
    let fitting = candidates.first { form in
      members.allSatisfy { member in form.keys.contains { $0.key == member.key } }
        && form.keys.allSatisfy { key in
          !key.isRequired || members.contains { $0.key == key.key }
        }
    }
    if let form = fitting ?? candidates.first { return form }
    guard let first = members.first else {
      throw InputFailure(
        offset: offset, problem: "empty action", expected: "a word such as \"new\"")
    }
    throw unknown(first.key, "action", among: Grammar.beginnings, at: first.offset)
  }

  private mutating func decode(
    _ members: [JSONTree.Member], keys: [Form.Key], prefix: String, into action: inout Action,
    at offset: Int
  ) throws(InputFailure) {
    let what = "the action \"\(action.word.key)\""
    for member in members where !member.key.hasPrefix("x-") {
      guard let key = keys.first(where: { $0.key == member.key }) else {
        throw unknown(
          member.key, "key in \(what)", among: keys.map(\.key), at: member.offset)
      }
      if case .group(let inner) = key.kind {
        guard case .object(let members) = member.value.value else {
          throw wrong(member.value, for: member.key, expected: "an object")
        }
        try decode(
          members, keys: inner, prefix: "\(member.key).", into: &action, at: member.value.offset)
      } else {
        let operand = try operand(member.value, key.kind, for: member.key)
        action.operands.append((prefix + member.key, operand))
      }
    }
    for key in keys where key.isRequired && !members.contains(where: { $0.key == key.key }) {
      throw missing(key.key, in: what, at: offset)
    }
  }

  private func check(_ action: Action, at offset: Int) throws(InputFailure) {
    guard action.word == .time(.timer) else {
      if action.word == .object(.associate), case .text(let policy)? = action["policy"],
        policy != "retain", policy != "assign"
      {
        throw unknown(policy, "policy", among: ["retain", "assign"], at: offset)
      }
      return
    }
    guard (action["timer.every"] == nil) != (action["timer.after"] == nil) else {
      throw InputFailure(
        offset: offset, problem: "a timer needs \"every\" or \"after\", and not both")
    }
    guard (action["timer.target"] == nil) != (action["timer.block"] == nil) else {
      throw InputFailure(
        offset: offset, problem: "a timer needs \"target\" or \"block\", and not both")
    }
  }
}
