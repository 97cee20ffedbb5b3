import LeakCheckGraph
import LeakCheckText
import Testing

@testable import LeakCheckLifecycle

/// The schema is a file, the grammar a table: neither may know a word that the other does not.
@Suite struct ScenarioSchemaTests {
  private static let closed =
    #""patternProperties": {"^x-": true}, "additionalProperties": false}"#

  private static func reference(_ name: String) -> String { ##"{"$ref": "#/$defs/\##(name)"}"## }

  private static func words(_ words: [String]) -> String {
    #"{"enum": [\#(words.map { "\"\($0)\"" }.joined(separator: ", "))]}"#
  }

  private static func map(of value: String) -> String {
    #"{"type": "object", "patternProperties": {"^x-": true}, "additionalProperties": \#(value)}"#
  }

  /// A form as its line in the schema.
  private static func line(_ keys: [Form.Key], more: [String] = []) -> String {
    let properties = (keys.map { "\"\($0.key)\": \(value(of: $0.kind))" } + more)
      .joined(separator: ", ")
    let required = keys.filter(\.isRequired).map { "\"\($0.key)\"" }.joined(separator: ", ")
    return #"{"type": "object", "properties": {\#(properties)}, "#
      + (required.isEmpty ? "" : #""required": [\#(required)], "#) + closed
  }

  private static func value(of kind: OperandKind) -> String {
    switch kind {
    case .object, .place: reference("place")
    case .objectOrNull: #"{"anyOf": [\#(reference("place")), {"type": "null"}]}"#
    case .name: reference("name")
    case .names: #"{"type": "array", "items": \#(reference("name"))}"#
    case .values: #"{"type": "array", "items": \#(reference("value"))}"#
    case .type, .text: #"{"type": "string"}"#
    case .value: reference("value")
    case .closure: reference("callable")
    case .seconds: #"{"type": "number", "minimum": 0, "maximum": 1000000000}"#
    case .index: #"{"type": "integer", "minimum": 0}"#
    case .truth: #"{"type": "boolean"}"#
    case .objects: #"{"type": "array", "items": \#(reference("place"))}"#
    case .actions: reference("actions")
    case .properties: map(of: reference("value"))
    case .style: words(Grammar.styles)
    case .group(let keys): line(keys)
    }
  }

  @Test func `every form of an action has its line, in the order of the grammar`() {
    let lines = ScenarioSchema.text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let start = lines.firstIndex { $0.hasPrefix(#""action":"#) }.map { $0 + 2 } ?? 0
    let actions = lines[start...].prefix { $0 != "]" }.map {
      $0.hasSuffix(",") ? $0.dropLast() : $0
    }
    let wanted =
      [Self.words(Grammar.plainWords.map(\.name))]
      + Grammar.forms.map { Self.line($0.keys, more: [#""place": \#(Self.reference("where"))"#]) }
    for (line, form) in zip(actions, wanted) { #expect(line == form) }
    #expect(actions.count == wanted.count)
  }

  @Test func `closed sets of words are those of their types`() throws {
    let schema = try JSONTree.parse(Array(ScenarioSchema.text.utf8), source: "schema")
    let type = schema["$defs"]?["type"]?["properties"]
    let closure = schema["$defs"]?["closure"]?["properties"]
    #expect(
      schema["properties"]?["profile"]?["enum"]?.strings
        == Scenario.Profile.allCases.map(\.rawValue))
    #expect(
      type?["properties"]?["additionalProperties"]?["enum"]?.strings
        == Strength.allCases.map(\.rawValue))
    #expect(
      closure?["captures"]?["additionalProperties"]?["enum"]?.strings
        == [Strength.strong, .weak, .unowned].map(\.rawValue))
  }
}
