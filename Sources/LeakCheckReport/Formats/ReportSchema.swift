import LeakCheckAnalysis
import LeakCheckGraph

/// The JSON Schema of what ``JSONFormat`` writes.
///
/// Its words are those of the enumerations that the format writes, so that neither can have one more.
public enum ReportSchema {
  /// The schema, draft 2020-12, as JSON text.
  public static let text: String = document.text() + "\n"

  private static let document = JSONValue.object([
    ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
    ("title", .string("leakcheck report, version 1")),
    (
      "description",
      .string("The findings of one graph; several inputs give an array of such reports.")
    ),
    (
      "oneOf", .array([reference("report"), array(of: reference("report"), minimum: 0)])
    ),
    ("$defs", .object(definitions)),
  ])

  private static let definitions: [(String, JSONValue)] = [
    ("report", report), ("coverage", coverage), ("finding", finding), ("path", path),
    ("object", object), ("next", next), ("cut", cut), ("step", step), ("id", id), ("count", count),
    ("callback", callback), ("misuse", misuse), ("failedCheck", failedCheck),
  ]

  private static let report = closed(
    "The findings of one graph, the gravest first, and what was looked at.",
    required: [
      ("leakcheck", .object([described("The version of the format."), ("const", .number(1))])),
      ("input", string("The file or stream that the graph was read from.")),
      ("name", string("What the dump calls itself; empty when it does not.")),
      ("coverage", reference("coverage")), ("findings", array(of: reference("finding"))),
      ("suppressed", count("Findings that a baseline knew and that are left out.")),
    ],
    optional: [
      ("log", array(of: reference("callback"))), ("misuse", array(of: reference("misuse"))),
      ("failedChecks", array(of: reference("failedCheck"))),
    ])

  private static let coverage = closed(
    "How many objects there are of each fate: each is reachable, leaked or freed.",
    required: [
      ("objects", count("All objects.")), ("references", count("All references.")),
      ("roots", count("Objects held from outside.")),
      ("reachable", count("Objects that a root reaches.")),
      ("leaked", count("Objects that no root reaches and that stay all the same.")),
      ("freed", count("Objects that nothing keeps.")),
    ])

  private static let finding = closed(
    "One bug: equal instances are one finding.",
    required: [
      ("kind", words(Finding.Kind.allCases.map(\.rawValue))),
      ("severity", words(Finding.Severity.allCases.map(\.rawValue))),
      (
        "fingerprint",
        string(
          "The same for the same bug on every run and machine.",
          pattern: "^[a-z-]+:.+:[0-9a-f]{16}$")
      ),
      ("instances", count("Instances of this fingerprint.", minimum: 1)),
      ("message", string("One sentence.")),
      (
        "reachable",
        .object([described("Whether a root reaches it."), ("type", .string("boolean"))])
      ),
      ("path", reference("path")),
      (
        "component",
        closed(
          "The component of a cycle.",
          required: [("objects", reference("count")), ("references", reference("count"))])
      ),
      (
        "holds",
        closed(
          "What would be freed with it.",
          required: [
            ("objects", reference("count")), ("bytes", reference("count")),
            ("ids", array(of: reference("id"))),
          ])
      ),
      ("cut", reference("cut")), ("alternatives", array(of: reference("cut"))),
    ],
    optional: [
      ("rootPath", reference("path")),
      (
        "cutBounds",
        array(
          of: string("What the cut was not shown to do, such as to be the cheapest."), minimum: 1)
      ),
    ])

  private static let path = array(of: reference("object"), minimum: 1)

  private static let object = closed(
    "An object on a path, and the reference that leads on.",
    required: [
      ("id", reference("id")), ("type", string("The type, as the dump writes it.")),
      ("kind", string("The kind of object: an open set.")),
    ],
    optional: [
      ("name", string("A name of this one object.", minimum: 1)),
      ("file", string("The source file that creates the object.", minimum: 1)),
      ("line", count("The line in the file.", minimum: 1)), ("next", reference("next")),
    ])

  private static let next = closed(
    "A reference of a path.",
    required: [
      ("name", string("The property, capture or element; empty when it is not known.")),
      ("kind", words(ReferenceKind.allCases.map(\.rawValue))),
      ("strength", words(Strength.allCases.map(\.rawValue))), ("to", reference("id")),
    ])

  private static let cut = array(of: reference("step"))

  private static let step = closed(
    "A reference to cut, and how.",
    required: [
      ("from", reference("id")), ("to", reference("id")),
      ("name", string("The property, capture or element; empty when it is not known.")),
      ("how", words(Cut.How.allCases.map(\.rawValue))),
      (
        "safe",
        .object([
          described("Whether everything that is needed stays alive."), ("type", .string("boolean")),
        ])
      ),
      ("fix", string("The fix in words.")), ("why", string("Why this reference.")),
    ],
    optional: [("event", string("The call that ends the reference."))])

  private static let id = JSONValue.object([
    described("What the graph calls an object."),
    ("type", .array([.string("string"), .string("integer")])),
  ])

  private static let count = JSONValue.object([
    ("type", .string("integer")), ("minimum", .number(0)),
  ])

  private static let callback = closed(
    "A callback of a scenario's log.",
    required: [
      ("callback", string("As #function prints it.")), ("type", string("The type of the object.")),
      ("id", string("The object.")),
    ])

  private static let misuse = closed(
    "A use of a framework that works by luck or not at all.",
    required: [
      ("code", string("Its stable code.")),
      ("callback", string("The callback in which it happens.")),
      ("type", string("The type of the object.")), ("message", string("What is wrong, and why.")),
      ("correct", string("The correct form.")),
    ], optional: [("line", count("The line of the scenario.", minimum: 1))])

  private static let failedCheck = closed(
    "An expectation that does not hold, or the trap that ended the run.",
    required: [
      ("check", string("The expectation, or trap.")), ("message", string("What is wrong.")),
      ("line", count("The line of the scenario, or 0.")),
    ])
}

extension ReportSchema {
  /// An object that has all of `required` and nothing beyond `optional`.
  private static func closed(
    _ text: String, required: [(String, JSONValue)], optional: [(String, JSONValue)] = []
  ) -> JSONValue {
    .object([
      described(text), ("type", .string("object")),
      ("required", .array(required.map { .string($0.0) })),
      ("properties", .object(required + optional)), ("additionalProperties", .bool(false)),
    ])
  }

  private static func described(_ text: String) -> (String, JSONValue) {
    ("description", .string(text))
  }

  private static func reference(_ name: String) -> JSONValue {
    .object([("$ref", .string("#/$defs/\(name)"))])
  }

  private static func array(of items: JSONValue, minimum: Int = 0) -> JSONValue {
    let bound: [(String, JSONValue)] = minimum > 0 ? [("minItems", .number(minimum))] : []
    return .object([("type", .string("array")), ("items", items)] + bound)
  }

  private static func words(_ words: [String]) -> JSONValue {
    .object([("enum", .array(words.map(JSONValue.string)))])
  }

  private static func string(
    _ text: String, pattern: String? = nil, minimum: Int = 0
  ) -> JSONValue {
    var members: [(String, JSONValue)] = [described(text), ("type", .string("string"))]
    if let pattern { members.append(("pattern", .string(pattern))) }
    if minimum > 0 { members.append(("minLength", .number(minimum))) }
    return .object(members)
  }

  private static func count(_ text: String, minimum: Int = 0) -> JSONValue {
    .object([described(text), ("type", .string("integer")), ("minimum", .number(minimum))])
  }
}
