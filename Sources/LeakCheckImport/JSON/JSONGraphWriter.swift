public import LeakCheckGraph

/// A writer of canonical graph JSON.
///
/// It writes one object or reference per line, with keys in the order of the format and without defaults. Equal graphs
/// give equal bytes, so you can compare dumps as text. Reading the text gives an equal graph.
public struct JSONGraphWriter: Sendable {
  /// Creates a writer.
  public init() {}

  /// Returns the text of a graph, with a line feed at the end.
  ///
  /// - Complexity: O(length of the text).
  public func text(of graph: ObjectGraph) -> String {
    var text = ""
    write(graph, to: &text)
    return text
  }

  /// References are counted this many at once.
  private static let countedAtOnce = 1 << 14

  /// Writes the text of a graph to `output`, a few lines at a time.
  ///
  /// - Complexity: O(length of the text).
  public func write(_ graph: ObjectGraph, to output: inout some TextOutputStream) {
    write(graph, to: &output, .none)
  }

  /// Writes the text of a graph as ``write(_:to:)`` does, and counts the references.
  package func write(
    _ graph: ObjectGraph, to output: inout some TextOutputStream, _ counter: WorkCounter
  ) {
    var lines = JSONLine()
    lines.text = "{\n  \"leakcheck\": 1"
    if !graph.name.isEmpty { lines.appendTop("name", graph.name) }
    if graph.collector != .arc { lines.appendTop("collector", graph.collector.rawValue) }
    if graph.moment != .after { lines.appendTop("moment", graph.moment.rawValue) }
    if !graph.extensions.isEmpty { lines.text += ",\n  " + graph.extensions }
    lines.text += ",\n  \"objects\": ["
    var separator = "\n"
    for object in graph.objects {
      lines.text += separator + "    "
      lines.append(object.objectDescription)
      lines.flushIfLong(to: &output)
      separator = ",\n"
    }
    lines.text += separator == "\n" ? "]" : "\n  ]"
    if !graph.references.isEmpty {
      lines.text += ",\n  \"references\": ["
      var written = 0
      separator = "\n"
      for reference in graph.references {
        lines.text += separator + "    "
        lines.append(reference.referenceDescription)
        lines.flushIfLong(to: &output)
        separator = ",\n"
        written += 1
        if written.isMultiple(of: Self.countedAtOnce) { counter.add(Self.countedAtOnce) }
      }
      lines.text += "\n  ]"
    }
    output.write(lines.text + "\n}\n")
  }
}

/// JSON text that grows by objects written on one line.
private struct JSONLine {
  /// What is not yet in the output.
  var text = ""
  private var isFirst = true

  /// How many bytes are given to the output at once.
  private static let pieceLength = 1 << 16

  mutating func flushIfLong(to output: inout some TextOutputStream) {
    guard text.utf8.count >= Self.pieceLength else { return }
    output.write(text)
    text.removeAll(keepingCapacity: true)
  }

  mutating func appendTop(_ key: String, _ value: String) {
    text += ",\n  \"\(key)\": "
    append(quoted: value)
  }

  mutating func append(_ object: ObjectDescription) {
    open()
    append(key: "id", object.id)
    append(key: "type", object.type)
    if object.kind != .object { append(key: "kind", object.kind.rawValue) }
    if object.size != 0 { append(key: "size", object.size) }
    if !object.name.isEmpty { append(key: "name", object.name) }
    if !object.file.isEmpty { append(key: "file", object.file) }
    if object.line != 0 { append(key: "line", Int64(object.line)) }
    if let root = object.root { root.isEmpty ? appendRoot() : append(key: "root", root) }
    if object.owner != .app { append(key: "owner", object.owner.rawValue) }
    if let count = object.retainCount { append(key: "retainCount", Int64(count)) }
    if let expectation = object.expectation {
      append(key: "expect", expectation.fate.rawValue)
      if !expectation.reason.isEmpty { append(key: "because", expectation.reason) }
    }
    close(with: object.extensions)
  }

  mutating func append(_ reference: ReferenceDescription) {
    open()
    append(key: "from", reference.from)
    append(key: "to", reference.to)
    if !reference.name.isEmpty { append(key: "name", reference.name) }
    if reference.strength != .strong { append(key: "strength", reference.strength.rawValue) }
    if reference.kind != .property { append(key: "kind", reference.kind.rawValue) }
    if let until = reference.until {
      append(key: "until")
      append(until)
    }
    close(with: reference.extensions)
  }

  private mutating func append(_ until: ReferenceDescription.Until) {
    open()
    append(key: "event", until.event)
    switch until.called {
    case .automatically: append(key: "called", CallerWord.automatically.rawValue)
    case .inTeardown: append(key: "called", CallerWord.inTeardown.rawValue)
    case .inDeinit(let owner):
      append(key: "called", CallerWord.inDeinit.rawValue)
      append(key: "of", owner)
    }
    close(with: until.extensions)
  }

  private mutating func open() {
    text += "{"
    isFirst = true
  }

  private mutating func close(with extensions: String) {
    if !extensions.isEmpty { text += ", " + extensions }
    text += "}"
    isFirst = false
  }

  private mutating func append(key: String) {
    if !isFirst { text += ", " }
    isFirst = false
    text += "\""
    text += key
    text += "\": "
  }

  private mutating func append(key: String, _ value: String) {
    append(key: key)
    append(quoted: value)
  }

  private mutating func append(key: String, _ value: Int64) {
    append(key: key)
    text += String(value)
  }

  private mutating func append(key: String, _ id: ObjectID) {
    switch id {
    case .number(let value): append(key: key, value)
    case .text(let value): append(key: key, value)
    }
  }

  private mutating func appendRoot() {
    append(key: "root")
    text += "true"
  }

  private mutating func append(quoted value: String) {
    text += "\""
    defer { text += "\"" }
    let isPlain = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5c }
    if isPlain { return text += value }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..."\u{1f}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
