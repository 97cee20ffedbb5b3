/// The JSON Schema of scenarios, made from the table that reads them.
public enum ScenarioSchema {
  /// The schema as JSON (2020-12).
  public static let text: String = document.text(indent: 0) + "\n"

  /// A JSON value that is written with its keys in the order given.
  private indirect enum Node {
    case text(String)
    case truth(Bool)
    case number(Double)
    case list([Node])
    case members([(String, Node)])

    func text(indent: Int) -> String {
      let inner = String(repeating: "  ", count: indent + 1)
      let outer = String(repeating: "  ", count: indent)
      switch self {
      case .text(let text): return ScenarioSchema.quoted(text)
      case .truth(let truth): return truth ? "true" : "false"
      case .number(let number): return String(Int(number))
      case .list(let nodes):
        let parts = nodes.map { $0.text(indent: indent + 1) }
        let line = "[" + parts.joined(separator: ", ") + "]"
        if line.count + 2 * indent <= 90, !line.contains("\n") { return line }
        return "[\n" + parts.map { inner + $0 }.joined(separator: ",\n") + "\n\(outer)]"
      case .members(let members):
        let parts = members.map { "\(ScenarioSchema.quoted($0)): \($1.text(indent: indent + 1))" }
        let line = "{" + parts.joined(separator: ", ") + "}"
        if line.count + 2 * indent <= 90, !line.contains("\n") { return line }
        return "{\n" + parts.map { inner + $0 }.joined(separator: ",\n") + "\n\(outer)}"
      }
    }
  }

  /// Words of this file hold nothing that JSON escapes but the backslashes of patterns.
  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static func reference(_ name: String) -> Node {
    .members([("$ref", .text("#/$defs/\(name)"))])
  }

  private static func words(_ words: [String]) -> Node {
    .members([("enum", .list(words.map { .text($0) }))])
  }

  private static func object(
    _ properties: [(String, Node)], required: [String] = []
  ) -> Node {
    var members: [(String, Node)] = [("type", .text("object"))]
    members.append(("properties", .members(properties)))
    if !required.isEmpty { members.append(("required", .list(required.map { .text($0) }))) }
    members.append(("patternProperties", .members([("^x-", .truth(true))])))
    members.append(("additionalProperties", .truth(false)))
    return .members(members)
  }

  private static func map(of node: Node) -> Node {
    .members([
      ("type", .text("object")),
      ("patternProperties", .members([("^x-", .truth(true))])),
      ("additionalProperties", node),
    ])
  }

  private static func array(of node: Node) -> Node {
    .members([("type", .text("array")), ("items", node)])
  }

  private static func string() -> Node { .members([("type", .text("string"))]) }

  // MARK: - The parts

  private static let document = Node.members([
    ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
    ("title", .text("leakcheck lifecycle scenario, version 1")),
    ("type", .text("object")),
    (
      "properties",
      .members([
        ("leakcheck", .members([("const", .number(1))])), ("scenario", string()),
        ("profile", words(Scenario.Profile.allCases.map(\.rawValue))),
        ("types", map(of: reference("type"))), ("steps", reference("actions")),
      ])
    ),
    ("required", .list([.text("leakcheck"), .text("steps")])),
    ("patternProperties", .members([("^x-", .truth(true))])),
    ("additionalProperties", .truth(false)),
    ("$defs", .members(definitions)),
  ])

  private static let definitions: [(String, Node)] = [
    ("name", .members([("type", .text("string")), ("pattern", .text("^[^\\s.]+$"))])),
    (
      "place",
      .members([("type", .text("string")), ("pattern", .text("^[^\\s.]+(\\.[^\\s.]+)*$"))])
    ),
    (
      "type",
      object([
        ("is", string()),
        ("properties", map(of: words(["strong", "weak", "unowned", "unmanaged"]))),
        ("callbacks", map(of: reference("actions"))),
        ("traces", .members([("type", .text("boolean"))])),
      ])
    ),
    ("actions", array(of: reference("action"))),
    (
      "closure",
      object([
        ("captures", map(of: words(["strong", "weak", "unowned"]))),
        ("do", reference("actions")), ("name", string()),
        ("escaping", .members([("type", .text("boolean"))])),
      ])
    ),
    (
      "value",
      .members([
        (
          "anyOf",
          .list([
            .members([("type", .text("null"))]), reference("place"),
            object([("closure", reference("closure"))], required: ["closure"]),
            object([("method", reference("place"))], required: ["method"]),
            object([("weakBox", reference("place"))], required: ["weakBox"]),
          ])
        )
      ])
    ),
    (
      "callable",
      .members([
        (
          "anyOf",
          .list([
            reference("place"), reference("actions"), reference("closure"),
            object([("closure", reference("closure"))], required: ["closure"]),
            object([("method", reference("place"))], required: ["method"]),
          ])
        )
      ])
    ),
    (
      "action",
      .members([
        (
          "anyOf",
          .list([words(Grammar.plainWords.map(\.rawValue))] + Grammar.forms.map { form($0.keys) })
        )
      ])
    ),
  ]

  private static func form(_ keys: [Form.Key]) -> Node {
    object(
      keys.map { ($0.key, node(of: $0)) },
      required: keys.filter(\.isRequired).map(\.key))
  }

  private static func node(of key: Form.Key) -> Node {
    switch key.kind {
    case .object, .place: reference("place")
    case .objectOrNull:
      .members([("anyOf", .list([reference("place"), .members([("type", .text("null"))])]))])
    case .name: reference("name")
    case .type, .text: string()
    case .value: reference("value")
    case .closure: reference("callable")
    case .seconds:
      .members([
        ("type", .text("number")), ("minimum", .number(0)), ("maximum", .number(1e9)),
      ])
    case .index: .members([("type", .text("integer")), ("minimum", .number(0))])
    case .truth: .members([("type", .text("boolean"))])
    case .objects: array(of: reference("place"))
    case .actions: reference("actions")
    case .properties: map(of: reference("value"))
    case .style: words(Grammar.styles)
    case .group(let keys): form(keys)
    }
  }
}
