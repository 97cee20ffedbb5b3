public import LeakCheckGraph

extension ObjectGraph {
  /// A graph in a line: `"root! -> a; a -> b 'owner'; b ~> a 'delegate'; c?"`.
  ///
  /// Statements are separated by `;`. `->` is strong, `~>` weak, `?>` unowned; a quoted word names the
  /// reference. `x!` is a root, `x-` expected gone, `x+` expected alive, `x#` a framework's, `x{}` a
  /// closure; marks may be given at any mention. An object's type is its id.
  public init(_ literal: String, collector: Collector = .arc) {
    var objects: [String: ObjectDescription] = [:]
    var order: [String] = []
    var builder = Builder()
    builder.collector = collector

    func mention(_ word: Substring) -> ObjectID {
      let name = String(word.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
      precondition(!name.isEmpty, "no object in \(literal)")
      var object = objects[name] ?? ObjectDescription(id: .text(name), type: name)
      if objects[name] == nil { order.append(name) }
      object.apply(marks: word.dropFirst(name.count), in: literal)
      objects[name] = object
      return object.id
    }

    for statement in literal.split(separator: ";") {
      let words = statement.split(separator: " ")
      guard words.count > 1 else {
        if let word = words.first { _ = mention(word) }
        continue
      }
      var reference = ReferenceDescription(from: mention(words[0]), to: mention(words[2]))
      reference.strength = Strength(arrow: words[1], in: literal)
      if words.count > 3 { reference.name = String(words[3].dropFirst().dropLast()) }
      let source = objects[String(describing: reference.from)]
      if source?.kind == .closure { reference.kind = .capture }
      builder.add(reference)
    }
    for name in order { objects[name].map { builder.add($0) } }
    do { self = try builder.build() } catch { preconditionFailure("\(literal): \(error)") }
  }
}

extension ObjectDescription {
  fileprivate mutating func apply(marks: Substring, in literal: String) {
    for mark in marks {
      switch mark {
      case "!": root = ""
      case "-": expectation = LifetimeExpectation(.gone)
      case "+": expectation = LifetimeExpectation(.alive)
      case "#": owner = .framework
      case "{", "}": kind = .closure
      default: preconditionFailure("unknown mark \(mark) in \(literal)")
      }
    }
  }
}

extension Strength {
  fileprivate init(arrow: Substring, in literal: String) {
    switch arrow {
    case "->": self = .strong
    case "~>": self = .weak
    case "?>": self = .unowned
    default: preconditionFailure("unknown arrow \(arrow) in \(literal)")
    }
  }
}

extension ObjectGraph {
  /// The graph as a literal, for the message of a failing test.
  public var literal: String {
    let marks = objects.map { object in
      var mark = "\(object.id)"
      if object.isRoot { mark += "!" }
      if let fate = object.expectation?.fate { mark += fate == .gone ? "-" : "+" }
      if object.owner == .framework { mark += "#" }
      if object.kind == .closure { mark += "{}" }
      return mark
    }
    let arrows = references.map { reference in
      let arrow: String =
        switch reference.strength {
        case .strong: "->"
        case .weak: "~>"
        case .unowned, .unmanaged: "?>"
        }
      return "\(reference.source.id) \(arrow) \(reference.target.id) '\(reference.name)'"
    }
    return (marks + arrows).joined(separator: "; ")
  }
}
