import LeakCheckGraph
import LeakCheckText

/// Places and names of objects in SARIF.
enum SARIFPlace {
  /// What relative paths are relative to.
  static let base = "%SRCROOT%"

  /// A location; its message and the type that it is in are optional.
  static func location(
    _ place: SourcePlace?, type: String = "", message: String = "", paths: SourcePaths
  ) -> JSONValue {
    var members: [(String, JSONValue)] = []
    if let place { members.append(("physicalLocation", physical(place, paths: paths))) }
    if !type.isEmpty {
      let name: [(String, JSONValue)] = [
        ("fullyQualifiedName", .string(type)), ("kind", .string("type")),
      ]
      members.append(("logicalLocations", .array([.object(name)])))
    }
    if !message.isEmpty { members.append(("message", text(message))) }
    return .object(members)
  }

  /// A message of plain text.
  ///
  /// In SARIF `[text](place)` is a link and `{0}` stands for an argument: a space takes the meaning away, where
  /// the escapes of the standard would be shown by many a reader.
  static func text(_ text: String) -> JSONValue {
    let plain = Escaping.plain(text, limit: 4_000).replacing("](", with: "] (")
    var safe = ""
    for character in plain {
      if safe.last == "{", character.isNumber { safe += " " }
      safe.append(character)
    }
    return .object([("text", .string(safe))])
  }

  /// Where an object is made, if that is known.
  static func place(of object: ObjectGraph.Object, in input: String) -> SourcePlace? {
    object.file.isEmpty ? nil : SourcePlace(file: object.file, line: Int(object.line), in: input)
  }

  private static func physical(_ place: SourcePlace, paths: SourcePaths) -> JSONValue {
    let uri = paths.uri(place.file)
    let isRelative = !uri.hasPrefix("file:")
    let artifact =
      [("uri", JSONValue.string(uri))] + (isRelative ? [("uriBaseId", .string(base))] : [])
    let column = place.column.map { [("startColumn", JSONValue.number($0))] } ?? []
    let region: [(String, JSONValue)] = [("startLine", .number(place.line ?? 1))] + column
    return .object([("artifactLocation", .object(artifact)), ("region", .object(region))])
  }
}
