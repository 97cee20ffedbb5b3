public import LeakCheckGraph

/// Writes graph JSON, version 1: a line for each object and reference, defaults left out.
///
/// The graph is ordered, so equal graphs have equal bytes, whatever the order of their input.
public struct JSONGraphWriter: Sendable {
  /// A writer of graph JSON.
  public init() {}

  /// The graph as a text that ``JSONGraphReader`` reads back as the same graph.
  ///
  /// - Complexity: O(length of the text).
  public func text(of graph: ObjectGraph) -> String {
    var top = ["  \"leakcheck\": 1"]
    if !graph.name.isEmpty { top.append("  \"name\": \(JSONText.quoted(graph.name))") }
    if graph.collector != .arc {
      top.append("  \"collector\": \(JSONText.quoted(graph.collector.rawValue))")
    }
    if !graph.extensions.isEmpty { top.append("  \(graph.extensions)") }
    top.append("  \"objects\": \(list(graph.objects.map(members)))")
    if !graph.references.isEmpty {
      top.append("  \"references\": \(list(graph.references.map(members)))")
    }
    return "{\n\(top.joined(separator: ",\n"))\n}\n"
  }

  private func list(_ lines: [String]) -> String {
    lines.isEmpty ? "[]" : "[\n" + lines.map { "    {\($0)}" }.joined(separator: ",\n") + "\n  ]"
  }

  private func id(_ id: ObjectID) -> String {
    switch id {
    case .number(let value): "\(value)"
    case .text(let text): JSONText.quoted(text)
    }
  }

  private func members(of object: ObjectGraph.Object) -> String {
    var members = ["\"id\": \(id(object.id))", "\"type\": \(JSONText.quoted(object.type))"]
    func add(_ key: String, _ text: String, unless isDefault: Bool = false) {
      if !isDefault { members.append("\"\(key)\": \(JSONText.quoted(text))") }
    }
    add("kind", object.kind.rawValue, unless: object.kind == .object)
    add("name", object.name, unless: object.name.isEmpty)
    if object.size != 0 { members.append("\"size\": \(object.size)") }
    switch object.rootReason {
    case nil: break
    case ""?: members.append("\"root\": true")
    case let reason?: add("root", reason)
    }
    if let expectation = object.expectation {
      add("expect", expectation.fate.rawValue)
      add("because", expectation.reason, unless: expectation.reason.isEmpty)
    }
    add("owner", object.owner.rawValue, unless: object.owner == .app)
    if let count = object.retainCount { members.append("\"retainCount\": \(count)") }
    add("file", object.file, unless: object.file.isEmpty)
    if object.line != 0 { members.append("\"line\": \(object.line)") }
    if !object.extensions.isEmpty { members.append(object.extensions) }
    return members.joined(separator: ", ")
  }

  private func members(of reference: ObjectGraph.Reference) -> String {
    var members = [
      "\"from\": \(id(reference.source.id))", "\"to\": \(id(reference.target.id))",
    ]
    func add(_ key: String, _ text: String, unless isDefault: Bool) {
      if !isDefault { members.append("\"\(key)\": \(JSONText.quoted(text))") }
    }
    add("name", reference.name, unless: reference.name.isEmpty)
    add("strength", reference.strength.rawValue, unless: reference.strength == .strong)
    add("kind", reference.kind.rawValue, unless: reference.kind == .property)
    if let until = reference.until { members.append("\"until\": {\(self.members(of: until))}") }
    if !reference.extensions.isEmpty { members.append(reference.extensions) }
    return members.joined(separator: ", ")
  }

  private func members(of until: ReferenceDescription.Until) -> String {
    let event = "\"event\": \(JSONText.quoted(until.event))"
    switch until.called {
    case .automatically: return event + ", \"called\": \"automatically\""
    case .inTeardown: return event + ", \"called\": \"inTeardown\""
    case .inDeinit(let owner): return event + ", \"called\": \"inDeinit\", \"of\": \(id(owner))"
    }
  }
}
