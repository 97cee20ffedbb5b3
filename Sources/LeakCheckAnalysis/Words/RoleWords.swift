/// The words by which Swift and Objective-C code says who owns whom.
enum RoleWords {
  /// `self`, also where a strong local of that name stands for it.
  static func isSelf(_ name: String) -> Bool {
    let plain = name.filter { $0 != "_" && $0 != " " }.lowercased()
    return ["self", "strongself", "selfstrong", "this", "weakself"].contains(plain)
      || plain.hasPrefix("self(") || plain.hasPrefix("self.")
  }

  /// A role that another object plays for the holder, and that the holder never owns.
  static func isDelegate(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    return ["delegate", "listener", "output"].contains(last)
      || [["data", "source"], ["event", "handler"]].contains(Array(words.suffix(2)))
      || last == "datasource"
  }

  /// A role as ``isDelegate(_:)``, by words that things of one's own have as well.
  static func isAudience(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    return audience.contains(last)
  }

  private static let audience: Set<String> = [
    "observer", "receiver", "subscriber", "consumer", "target", "responder", "recipient",
  ]

  /// A word for the object that made or owns the holder, whatever their types.
  static func isParent(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    if parents.contains(last) { return true }
    if words.count > 1, participles.contains(words[0]) { return true }
    return (ownerNouns.contains(last) || partNouns.contains(last))
      && words.dropLast().contains(where: parents.contains)
  }

  /// What an owner does with the holder, whatever the owner is: `presentingSheet`.
  private static let participles: Set<String> = ["presenting", "owning", "hosting", "enclosing"]

  private static let parents: Set<String> = [
    "parent", "owner", "owning", "superview", "supernode", "super", "host", "hosting",
    "presenting", "enclosing", "outer", "wireframe", "creator", "originator", "holder",
  ]

  /// A word for the object that owns the holder.
  static func isBackReference(_ words: [String]) -> Bool {
    guard let first = words.first, let last = words.last else { return false }
    return backs.contains(last) || first == "previous" || first == "prev"
  }

  private static let backs: Set<String> = [
    "container", "presenter", "back", "previous", "prev", "predecessor", "context", "ctx",
    "handler", "initiator",
  ]

  /// A word that names an owner where the holder is its helper, and something of its own where it is none.
  static func isOwnerNoun(_ words: [String]) -> Bool {
    guard let last = words.last, words.suffix(2) != ["window", "controller"] else { return false }
    return ownerNouns.contains(last)
  }

  private static let ownerNouns: Set<String> = [
    "coordinator", "controller", "vc", "viewcontroller", "view", "screen", "page", "window",
    "scene",
    "app", "application", "interface",
  ]

  /// Words that name an owner only beside one of ``parents``.
  private static let partNouns: Set<String> = [
    "node", "cell", "container", "object", "item", "component", "module", "layout", "element",
    "group", "task", "operation",
  ]

  /// What a test double keeps of its calls: `lastSender`, `receivedDelegate`, `savePostObject`.
  static func isRecord(_ words: [String]) -> Bool {
    guard let first = words.first else { return false }
    return records.contains(first)
  }

  private static let records: Set<String> = [
    "last", "save", "saved", "received", "captured", "recorded", "passed", "seen", "given",
    "stored",
    "registered", "invoked", "called",
  ]

  /// A type that stands in for another in tests.
  static func isTestDouble(_ words: [String]) -> Bool {
    !doubles.isDisjoint(with: words)
  }

  private static let doubles: Set<String> = ["mock", "spy", "stub", "fake", "dummy", "double"]

  /// A list of objects that are registered with its holder, which does not own them.
  static func isAudienceList(_ words: [String]) -> Bool {
    guard let last = words.last, last.hasSuffix("s") else { return false }
    let singular = String(last.dropLast())
    return audience.contains(singular) || ["delegate", "listener", "watcher"].contains(singular)
  }

  /// A noun of what somebody does, such as `tenant` or `driver`: a part that somebody plays.
  static func isPartPlayed(_ word: String) -> Bool {
    word.count > 4 && ["er", "or", "ant", "ent"].contains { word.hasSuffix($0) }
      || ["machine", "engine"].contains(word)
  }

  /// A noun of what somebody does who does it for another, and who does not lead others.
  static func isAgent(_ word: String) -> Bool {
    word.count > 4 && ["er", "or"].contains { word.hasSuffix($0) } && !leaders.contains(word)
  }

  private static let leaders: Set<String> = [
    "master", "leader", "runner", "driver", "builder", "maker", "keeper", "owner", "director",
    "conductor", "operator", "orchestrator", "container", "folder", "server",
  ]

  /// A callback that is called once, by its name: `completion`, `onFinish`, `doneHandler`.
  static func isCalledOnce(_ words: [String]) -> Bool {
    if words.contains("completion") { return true }
    let ends = words.last.map(callbackNouns.contains) == true ? words.dropLast() : words[...]
    guard let last = ends.last, endings.contains(last) else { return false }
    return ends.count < words.count || words.count == 1 || ["on", "did", "when"].contains(words[0])
  }

  private static let callbackNouns: Set<String> = ["handler", "block", "closure", "callback"]

  private static let endings: Set<String> = [
    "finish", "finished", "complete", "completed", "done", "success", "failure", "failed", "result",
    "reply", "end", "ended",
  ]

  /// A type whose objects do one thing and are done.
  static func isJob(_ words: [String]) -> Bool { words.last.map(jobs.contains) ?? false }

  private static let jobs: Set<String> = [
    "request", "job", "operation", "download", "upload", "transaction", "fetch",
  ]

  /// A plural or a word for many: what holds many, owns them.
  static func isList(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    if lists.contains(last) { return true }
    let endsLikePlural = last.count > 3 && last.hasSuffix("s") && !last.hasSuffix("ss")
    return endsLikePlural && !singulars.contains { last.hasSuffix($0) }
  }

  private static let lists: Set<String> = [
    "list", "array", "set", "map", "dictionary", "children", "stack", "queue", "pool", "cache",
    "registry", "storage", "table", "bag", "collection",
  ]
  /// Ends of words that look like a plural and name one thing: `status`, `analytics`, `preferences`.
  private static let singulars = [
    "us", "is", "as", "ics", "settings", "preferences", "defaults", "options", "credentials",
    "news", "progress", "address",
  ]

  /// A controller that contains other controllers.
  static func isContainer(_ words: [String]) -> Bool {
    words.last == "controller"
      && words.contains { ["navigation", "tab", "split", "page", "container"].contains($0) }
  }

  /// An object that exists to help one other.
  static func isServant(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    return [["view", "model"], ["data", "source"]].contains(Array(words.suffix(2)))
      || servants.contains(last)
  }

  private static let servants: Set<String> = [
    "viewmodel", "presenter", "interactor", "model", "handler", "helper", "adapter", "proxy",
    "animator", "transition", "datasource", "delegate", "router", "wireframe", "worker", "timer",
    "parser", "validator", "observer",
  ]

  /// A helper that may serve many, and show a view.
  static func isService(_ words: [String]) -> Bool { words.last.map(services.contains) ?? false }

  private static let services: Set<String> = ["manager", "provider"]

  /// A helper that may serve many, and shows nothing.
  static func isSupplier(_ words: [String]) -> Bool { words.last.map(suppliers.contains) ?? false }

  private static let suppliers: Set<String> = [
    "service", "client", "loader", "store", "player", "session",
  ]

  /// The words of a name in lower case: `viewModels` is view, models.
  static func words(of name: String) -> [String] {
    name.utf8.allSatisfy { $0 < 0x80 } ? plainWords(of: name.utf8) : foreignWords(of: name)
  }

  /// The words of a name that is ASCII, as nearly all are: there are millions.
  private static func plainWords(of name: String.UTF8View) -> [String] {
    let bytes = Array(name.prefix(256))
    func isUpper(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5a }
    func isLower(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7a }
    var words: [String] = []
    var word: [UInt8] = []
    var previous: UInt8 = 0
    for (position, byte) in bytes.enumerated() {
      defer { previous = byte }
      guard isUpper(byte) || isLower(byte) else { continue }
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      let startsWord =
        !(isUpper(previous) || isLower(previous))
        || isUpper(byte) && (!isUpper(previous) || isLower(next))
      if startsWord, !word.isEmpty {
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
      }
      word.append(byte | 0x20)
    }
    return word.isEmpty ? words : words + [String(decoding: word, as: UTF8.self)]
  }

  private static func foreignWords(of name: String) -> [String] {
    var words: [String] = []
    var previous: Character = " "
    let characters = Array(name.prefix(256))
    for (position, character) in characters.enumerated() {
      guard character.isLetter else {
        previous = character
        continue
      }
      let next = position + 1 < characters.count ? characters[position + 1] : " "
      let startsWord =
        !previous.isLetter || (character.isUppercase && !previous.isUppercase)
        || (character.isUppercase && previous.isUppercase && next.isLowercase)
      if startsWord { words.append("") }
      words[words.count - 1] += character.lowercased()
      previous = character
    }
    return words
  }
}
