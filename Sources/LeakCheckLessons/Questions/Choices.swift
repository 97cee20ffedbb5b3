/// Answers to choose from, of which one is right.
public struct Choices: Sendable, Equatable {
  /// The answers, in an order that says nothing.
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

  /// The place that a letter, a number from 1 or the text itself names.
  func place(of answer: String) -> Int? {
    let answer = answer.lowercased().filter { !$0.isWhitespace && $0 != ")" && $0 != "." }
    if let place = letters.firstIndex(of: answer) { return place }
    if let number = Int(answer), texts.indices.contains(number - 1) { return number - 1 }
    return texts.firstIndex {
      $0.lowercased().filter { !$0.isWhitespace && $0 != ")" && $0 != "." } == answer
    }
  }

  /// FNV-1a: the same on every machine.
  private static func mixed(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

/// What an answer is worth.
public struct Mark: Sendable, Equatable {
  /// Whether it is right.
  public var isRight: Bool
  /// Why, or where it is first wrong.
  public var comment: String
}
