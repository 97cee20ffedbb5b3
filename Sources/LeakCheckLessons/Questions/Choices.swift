/// Answers to choose from, one of which is right.
public struct Choices: Sendable, Equatable {
  /// The answers, in an order that gives nothing away.
  public let texts: [String]
  /// The place of the right one.
  let right: Int

  /// The letter of each answer: a, b, c, ….
  public var letters: [String] {
    texts.indices.map { String(UnicodeScalar(UInt8(ascii: "a") + UInt8($0))) }
  }

  /// One right answer among at most three wrong ones.
  init(right: String, wrong: [String]) {
    var kept: [String] = []
    for text in wrong where text != right && !kept.contains(text) && kept.count < 3 {
      kept.append(text)
    }
    texts = ([right] + kept).sorted { (Self.mixed($0), $0) < (Self.mixed($1), $1) }
    self.right = texts.firstIndex(of: right) ?? 0
  }

  /// The accepted forms of an answer.
  public var forms: String {
    "the letter or the number: \(letters.list), or \(texts.indices.map { "\($0 + 1)" }.list)"
  }

  /// Words that people write around a letter.
  private static let around: Set<String> = [
    "answer", "the", "my", "is", "it", "its", "s", "i", "say", "think", "graph", "path", "option",
    "choice", "letter", "number", "no", "nr", "reference", "cycle", "one",
  ]

  /// The place that a letter, a number from 1 or the text itself names, whatever stands around it: `b`, `(B)`, `2.`,
  /// `answer: b`, `b) Screen –onUpdate→ …`.
  func place(of answer: String) -> Int? {
    if let place = texts.firstIndex(where: { Self.words(of: $0) == Self.words(of: answer) }) {
      return place
    }
    let words = Self.words(of: answer)
    // The answer with its letter, as it is printed.
    if let first = words.first, let place = place(ofWord: first),
      Self.words(of: texts[place]) == Array(words.dropFirst())
    {
      return place
    }
    let rest = words.filter { !Self.around.contains($0) }
    return rest.count == 1 ? place(ofWord: rest[0]) : nil
  }

  private func place(ofWord word: String) -> Int? {
    if let place = letters.firstIndex(of: word) { return place }
    guard let number = Int(word), texts.indices.contains(number - 1) else { return nil }
    return number - 1
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// FNV-1a: the same on every machine.
  private static func mixed(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

/// The mark of an answer.
public struct Mark: Sendable, Equatable {
  /// Whether the answer is right.
  public var isRight: Bool
  /// The reason, or where the answer is first wrong.
  public var comment: String
}
