import LeakCheckGraph
import LeakCheckText

/// A writer that produces the JSON that ``ScenarioReader`` reads, one action per line.
public struct ScenarioWriter: Sendable {
  /// Creates a writer.
  public init() {}

  /// Returns the JSON of a scenario.
  ///
  /// - Complexity: O(actions × depth of their nesting).
  public func text(of scenario: Scenario) -> String {
    var parts = ["  \"leakcheck\": 1", "  \"scenario\": \(quoted(scenario.name))"]
    if scenario.profile != .modern {
      parts.append("  \"profile\": \(quoted(scenario.profile.rawValue))")
    }
    if !scenario.types.isEmpty {
      let types = scenario.types.map { "    \(quoted($0.name)): " + text(of: $0) }
      parts.append("  \"types\": {\n" + types.joined(separator: ",\n") + "\n  }")
    }
    parts.append("  \"steps\": " + lines(of: scenario.steps.actions, indent: "    "))
    return "{\n" + parts.joined(separator: ",\n") + "\n}\n"
  }

  private func quoted(_ text: String) -> String { Escaping.json(text) }

  private func lines(of actions: [Action], indent: String) -> String {
    guard !actions.isEmpty else { return "[]" }
    let lines = actions.map { indent + text(of: $0) }
    return "[\n" + lines.joined(separator: ",\n") + "\n" + indent.dropLast(2) + "]"
  }

  private func text(of type: TypeDeclaration) -> String {
    var parts = ["      \"is\": \(quoted(type.base))"]
    if !type.properties.isEmpty {
      let listed = type.releaseOrder.compactMap { name in
        type.properties[name].map { (key: name, value: $0) }
      }
      let names = Set(type.releaseOrder)
      let others = type.properties.sorted { $0.key < $1.key }.filter { !names.contains($0.key) }
      let properties = (listed + others)
        .map { "\(quoted($0.key)): \(quoted($0.value.rawValue))" }
      parts.append("      \"properties\": {\(properties.joined(separator: ", "))}")
    }
    if type.traces { parts.append("      \"traces\": true") }
    if type.hasNib { parts.append("      \"nib\": true") }
    if !type.callbacks.isEmpty {
      let callbacks = type.callbacks.sorted { $0.key < $1.key }.map {
        "        \(quoted($0.key)): " + lines(of: $0.value.actions, indent: "          ")
      }
      parts.append("      \"callbacks\": {\n" + callbacks.joined(separator: ",\n") + "\n      }")
    }
    if let place = text(of: type.place) { parts.append("      " + place) }
    let places = type.callbackPlaces.sorted { $0.key < $1.key }.compactMap { name, place in
      object(of: place).map { "        \(quoted(name)): " + $0 }
    }
    if !places.isEmpty {
      parts.append("      \"places\": {\n" + places.joined(separator: ",\n") + "\n      }")
    }
    return "{\n" + parts.joined(separator: ",\n") + "\n    }"
  }

  // MARK: - Actions

  private func text(of action: Action) -> String {
    if Grammar.plainWords.contains(action.word) { return quoted(action.word.name) }
    var members: [String] = []
    var groups: Set<Substring> = []
    for (key, operand) in action.operands {
      guard let dot = key.firstIndex(of: ".") else {
        members.append("\(quoted(key)): \(text(of: operand))")
        continue
      }
      // The keys of a group stand together, where its first one stands.
      let group = key[..<dot]
      guard groups.insert(group).inserted else { continue }
      let inner = action.operands.filter { $0.key.hasPrefix(group + ".") }.map {
        "\(quoted(String($0.key.dropFirst(group.count + 1)))): \(text(of: $0.operand))"
      }
      members.append("\(quoted(String(group))): {\(inner.joined(separator: ", "))}")
    }
    // A group all of whose keys are left out is there all the same.
    if !members.contains(where: { $0.hasPrefix(quoted(action.word.key) + ":") }) {
      members.insert("\(quoted(action.word.key)): {}", at: 0)
    }
    if let place = text(of: action.place) { members.append(place) }
    return "{\(members.joined(separator: ", "))}"
  }

  private func text(of place: SourcePlace?) -> String? {
    place.flatMap(object).map { "\"place\": " + $0 }
  }

  /// A place in another file.
  private func object(of place: SourcePlace) -> String? {
    guard !place.file.isEmpty else { return nil }
    return "{\"file\": \(quoted(place.file)), \"line\": \(place.line), "
      + "\"column\": \(place.column)}"
  }

  private func list(_ parts: [String]) -> String { "[\(parts.joined(separator: ", "))]" }

  private func text(of operand: Operand) -> String {
    switch operand {
    case .place(let place): quoted(place.description)
    case .places(let places): list(places.map { quoted($0.description) })
    case .value(let value): text(of: value)
    case .values(let values): list(values.map(text))
    case .names(let names): list(names.map(quoted))
    case .text(let text): quoted(text)
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .truth(let truth): truth ? "true" : "false"
    case .actions(let actions): list(actions.map(text))
    case .properties(let properties):
      "{" + properties.map { "\(quoted($0.name)): \(text(of: $0.value))" }.joined(separator: ", ")
        + "}"
    case .null: "null"
    }
  }

  private func text(of value: Value) -> String {
    switch value {
    case .null: "null"
    case .place(let place): quoted(place.description)
    case .method(let place): "{\"method\": \(quoted(place.description))}"
    case .weakBox(let place): "{\"weakBox\": \(quoted(place.description))}"
    case .copy(let place): "{\"copy\": \(quoted(place.description))}"
    case .closure(let literal): "{\"closure\": \(text(of: literal))}"
    }
  }

  private func text(of literal: ClosureLiteral) -> String {
    var members: [String] = []
    if !literal.captures.isEmpty {
      let captures = literal.captures.map { "\(quoted($0.name)): \(quoted($0.strength.rawValue))" }
      members.append("\"captures\": {\(captures.joined(separator: ", "))}")
    }
    if !literal.body.isEmpty { members.append("\"do\": \(list(literal.body.map(text)))") }
    if !literal.name.isEmpty { members.append("\"name\": \(quoted(literal.name))") }
    if !literal.isEscaping { members.append("\"escaping\": false") }
    if let place = text(of: literal.place) { members.append(place) }
    return "{\(members.joined(separator: ", "))}"
  }
}
