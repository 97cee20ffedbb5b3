import LeakCheckGraph
import LeakCheckText

/// The words of a closed set, found by their bytes without making a string of each key in the file.
struct JSONWords<Word: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
  let words: [Word]
  private let spellings: [[UInt8]]

  init() {
    words = Array(Word.allCases)
    spellings = words.map { Array($0.rawValue.utf8) }
  }

  /// The words as the format writes them.
  var names: [String] { words.map(\.rawValue) }

  /// The position in ``words`` of the word that a string stands for.
  func index(of text: JSONText, in scanner: JSONScanner) -> Int? {
    text.hasEscapes
      ? index(of: scanner.decoded(text)) : index(of: scanner.bytes[text.range])
  }

  private func index(of bytes: some RandomAccessCollection<UInt8>) -> Int? {
    for index in spellings.indices
    where spellings[index].count == bytes.count && bytes.elementsEqual(spellings[index]) {
      return index
    }
    return nil
  }
}

/// The keys of the top level.
enum GraphKey: String, CaseIterable {
  case version = "leakcheck"
  case name, collector, moment, objects, references

  static let table = JSONWords<GraphKey>()
}

/// The keys of an object, in the order in which they are written.
enum ObjectKey: String, CaseIterable {
  case id, type, kind, size, name, file, line, root, owner, retainCount, expect, because

  static let table = JSONWords<ObjectKey>()
  static let expectIndex = allCases.firstIndex(of: .expect) ?? 0
  static let becauseIndex = allCases.firstIndex(of: .because) ?? 0
}

/// The keys of a reference, in the order in which they are written.
enum ReferenceKey: String, CaseIterable {
  case from, to, name, strength, kind, until

  static let table = JSONWords<ReferenceKey>()
}

/// The keys of the end of a reference.
enum UntilKey: String, CaseIterable {
  case event, called
  case owner = "of"

  static let table = JSONWords<UntilKey>()
}

/// Who calls the ending event of a reference, as the format writes it.
enum CallerWord: String, CaseIterable {
  case automatically, inTeardown, inDeinit

  static let table = JSONWords<CallerWord>()
}

/// The words of the format that the graph's own types spell.
enum GraphWords {
  static let collector = JSONWords<ObjectGraph.Collector>()
  static let moment = JSONWords<ObjectGraph.Moment>()
  static let fate = JSONWords<LifetimeExpectation.Fate>()
  static let owner = JSONWords<Owner>()
  static let strength = JSONWords<Strength>()
  static let referenceKind = JSONWords<ReferenceKind>()
}
