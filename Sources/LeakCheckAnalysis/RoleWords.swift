/// The words by which Swift and Objective-C code says who owns whom.
enum RoleWords {
  /// `self`, also where a strong local of that name stands for it.
  static func isSelf(_ name: String) -> Bool {
    let plain = name.filter { $0 != "_" && $0 != " " }.lowercased()
    return ["self", "strongself", "selfstrong", "this", "weakself"].contains(plain)
      || plain.hasPrefix("self(") || plain.hasPrefix("self.")
  }

  /// A role that another object plays for the holder, and that the holder never owns.
  static func isDelegate(_ name: String) -> Bool {
    let words = words(of: name)
    guard let last = words.last else { return false }
    return ["delegate", "listener", "output"].contains(last)
      || words.suffix(2) == ["data", "source"] || last == "datasource"
  }

  /// A word for the object that owns the holder.
  static func isBackReference(_ name: String) -> Bool {
    guard let last = words(of: name).last else { return false }
    return owners.contains(last)
  }

  private static let owners: Set<String> = [
    "parent", "owner", "superview", "supernode", "container", "host", "presenting", "presenter",
    "coordinator", "controller", "vc", "viewcontroller", "view", "back", "previous", "prev",
    "enclosing", "outer", "holder", "creator", "responder",
  ]

  /// A plural or a word for many: what holds many, owns them.
  static func isList(_ name: String) -> Bool {
    guard let last = words(of: name).last else { return false }
    if lists.contains(last) { return true }
    let endsLikePlural = last.count > 3 && last.hasSuffix("s") && !last.hasSuffix("ss")
    return endsLikePlural && !singulars.contains { last.hasSuffix($0) }
  }

  private static let lists: Set<String> = [
    "list", "array", "set", "map", "dictionary", "children", "stack", "queue", "pool", "cache",
    "registry", "storage", "table", "bag", "collection",
  ]
  private static let singulars = ["us", "is", "as", "settings", "news", "progress", "address"]

  /// A controller that contains other controllers.
  static func isContainer(_ words: [String]) -> Bool {
    words.last == "controller"
      && words.contains { ["navigation", "tab", "split", "page", "container"].contains($0) }
  }

  /// An object that exists to help a screen.
  static func isHelper(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    return [["view", "model"], ["data", "source"]].contains(Array(words.suffix(2)))
      || helpers.contains(last)
  }

  private static let helpers: Set<String> = [
    "viewmodel", "presenter", "interactor", "model", "handler", "helper", "adapter", "proxy",
    "animator", "transition", "service", "client", "manager", "provider", "datasource", "delegate",
    "router", "wireframe", "worker", "loader", "store", "player", "session", "timer", "parser",
    "validator", "observer",
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
