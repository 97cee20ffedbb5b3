import LeakCheckGraph

/// Reads one object of graph JSON.
enum ObjectMembers {
  private static let keys = [
    "id", "type", "kind", "name", "size", "root", "expect", "because", "owner", "retainCount",
    "file", "line",
  ]

  private struct State {
    var object = ObjectDescription(id: "", type: "")
    var idPlace: Int?
    var hasType = false
    var fate: LifetimeExpectation.Fate?
    var because: (text: String, place: Int)?
    var extensions: [String] = []
  }

  static func read(
    from scanner: inout JSONScanner, into builder: inout ObjectGraph.Builder,
    _ places: inout IDPlaces
  ) throws(ImportError) {
    var state = State()
    _ = scanner.peek()
    let start = scanner.position
    try scanner.object("an object of the graph") { scanner, key, place throws(ImportError) in
      try member(key, at: place, &scanner, &state)
    }
    guard let idPlace = state.idPlace else {
      throw scanner.error(at: start, "an object without \"id\"", expected: "a unique \"id\"")
    }
    guard state.hasType else {
      throw scanner.error(at: start, "an object without \"type\"", expected: "its \"type\"")
    }
    if let because = state.because, state.fate == nil {
      throw scanner.error(
        at: because.place, "\"because\" without \"expect\"",
        expected: "\"expect\": \"gone\" or \"alive\" beside it")
    }
    state.object.expectation = state.fate.map {
      LifetimeExpectation($0, because: state.because?.text ?? "")
    }
    state.object.extensions = state.extensions.joined(separator: ", ")
    places.objects.append(idPlace)
    places.ids.append(state.object.id)
    builder.add(state.object)
  }

  private static func member(
    _ key: String, at place: Int, _ scanner: inout JSONScanner, _ state: inout State
  ) throws(ImportError) {
    switch key {
    case "id":
      state.idPlace = scanner.position
      state.object.id = try scanner.id("the id")
    case "type":
      state.object.type = try scanner.string("the type")
      state.hasType = true
    case "kind": state.object.kind = ObjectKind(rawValue: try scanner.string("the kind"))
    case "name": state.object.name = try scanner.string("the name")
    case "size": state.object.size = try scanner.integer("the size in bytes", in: 0 ... .max)
    case "root": state.object.root = try root(&scanner)
    case "expect":
      state.fate = try scanner.word("an expectation", LifetimeExpectation.Fate.allCases)
    case "because": state.because = (try scanner.string("the reason"), place)
    case "owner": state.object.owner = try scanner.word("an owner", Owner.allCases)
    case "retainCount":
      let count = try scanner.integer("the retain count", in: 0...Int64(Int32.max))
      state.object.retainCount = Int32(count)
    case "file": state.object.file = try scanner.string("the file")
    case "line":
      state.object.line = Int32(try scanner.integer("the line", in: 1...Int64(Int32.max)))
    default:
      state.extensions.append(
        try scanner.extensionMember(key, at: place, in: "an object", known: keys))
    }
  }

  /// `true`, the reason as a text, or `false` for no root.
  private static func root(_ scanner: inout JSONScanner) throws(ImportError) -> String? {
    if scanner.peek() == 0x22 { return try scanner.string("the reason of the root") }
    let start = scanner.position
    switch try? scanner.word() {
    case "true": return ""
    case "false": return nil
    default:
      throw scanner.error(
        at: start, "no root", expected: "true, false, or the reason as a string")
    }
  }
}

/// Reads one reference of graph JSON.
enum ReferenceMembers {
  private static let keys = ["from", "to", "name", "strength", "kind", "until"]

  private struct State {
    var reference = ReferenceDescription(from: "", to: "")
    var source: Int?
    var target: Int?
    var endingObject: Int?
    var extensions: [String] = []
  }

  static func read(
    from scanner: inout JSONScanner, into builder: inout ObjectGraph.Builder,
    _ places: inout IDPlaces
  ) throws(ImportError) {
    var state = State()
    _ = scanner.peek()
    let start = scanner.position
    try scanner.object("a reference") { scanner, key, place throws(ImportError) in
      try member(key, at: place, &scanner, &state)
    }
    guard let source = state.source else {
      throw scanner.error(
        at: start, "a reference without \"from\"", expected: "the id of its holder")
    }
    guard let target = state.target else {
      throw scanner.error(at: start, "a reference without \"to\"", expected: "the id of its target")
    }
    places.sources.append(source)
    places.targets.append(target)
    if let place = state.endingObject { places.endingObjects[builder.referenceCount] = place }
    state.reference.extensions = state.extensions.joined(separator: ", ")
    builder.add(state.reference)
  }

  private static func member(
    _ key: String, at place: Int, _ scanner: inout JSONScanner, _ state: inout State
  ) throws(ImportError) {
    switch key {
    case "from":
      state.source = scanner.position
      state.reference.from = try scanner.id("the holder")
    case "to":
      state.target = scanner.position
      state.reference.to = try scanner.id("the target")
    case "name": state.reference.name = try scanner.string("the name")
    case "strength": state.reference.strength = try scanner.word("a strength", Strength.allCases)
    case "kind":
      state.reference.kind = try scanner.word("a kind of reference", ReferenceKind.allCases)
    case "until":
      (state.reference.until, state.endingObject) = try UntilMembers.read(from: &scanner)
    default:
      state.extensions.append(
        try scanner.extensionMember(key, at: place, in: "a reference", known: keys))
    }
  }
}

/// Reads who ends a reference.
private enum UntilMembers {
  private enum Caller: String, CaseIterable { case automatically, inTeardown, inDeinit }

  static func read(
    from scanner: inout JSONScanner
  ) throws(ImportError) -> (ReferenceDescription.Until, place: Int?) {
    var event: String?
    var caller: Caller?
    var owner: (id: ObjectID, place: Int)?
    let start = scanner.position
    try scanner.object("until") { scanner, key, place throws(ImportError) in
      switch key {
      case "event": event = try scanner.string("the event")
      case "called": caller = try scanner.word("who calls the event", Caller.allCases)
      case "of":
        let place = scanner.position
        owner = (try scanner.id("the object whose deinit calls the event"), place)
      default:
        _ = try scanner.extensionMember(
          key, at: place, in: "until", known: ["event", "called", "of"])
      }
    }
    guard let event else {
      throw scanner.error(at: start, "until without \"event\"", expected: "the event that ends it")
    }
    switch (caller, owner) {
    case (nil, _):
      throw scanner.error(
        at: start, "until without \"called\"",
        expected: "\"automatically\", \"inTeardown\" or \"inDeinit\"")
    case (.inDeinit?, nil):
      throw scanner.error(
        at: start, "\"inDeinit\" without \"of\"",
        expected: "the id of the object whose deinit calls the event")
    case (.inDeinit?, let owner?):
      return (.init(event: event, called: .inDeinit(of: owner.id)), owner.place)
    case (_, let owner?):
      throw scanner.error(
        at: owner.place, "\"of\" without \"inDeinit\"",
        expected: "\"of\" only where \"called\" is \"inDeinit\"")
    case (.automatically?, nil): return (.init(event: event, called: .automatically), nil)
    case (.inTeardown?, nil): return (.init(event: event, called: .inTeardown), nil)
    }
  }
}
