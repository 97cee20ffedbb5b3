import LeakCheckGraph
import LeakCheckText

/// The words of a closed set, found by their bytes without a string for each key in the file.
struct JSONWords<Word: CaseIterable & Sendable>: Sendable {
  let words: [Word]
  /// The words as the format writes them.
  let names: [String]
  private let spellings: [[UInt8]]

  private init(_ spelling: (Word) -> String) {
    words = Array(Word.allCases)
    names = words.map(spelling)
    spellings = names.map { Array($0.utf8) }
  }

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

extension JSONWords where Word: RawRepresentable<String> {
  init() { self.init(\.rawValue) }
}

extension JSONWords where Word: CodingKey {
  init() { self.init(\.stringValue) }
}

/// The keys of the top level.
enum GraphKey: String, CaseIterable {
  case version = "leakcheck"
  case name, collector, moment, objects, references

  static let table = JSONWords<GraphKey>()
}

extension ObjectField {
  static let table = JSONWords<ObjectField>()
}

extension ReferenceField {
  static let table = JSONWords<ReferenceField>()
}

/// The keys of the end of a reference.
enum UntilKey: String, CaseIterable {
  case event, called
  case owner = "of"

  static let table = JSONWords<UntilKey>()
}

/// The caller of a reference's ending event in the format.
enum CallerWord: String, CaseIterable {
  case automatically, inTeardown, inDeinit

  static let table = JSONWords<CallerWord>()
}

/// The words of the format that come from the graph's own types.
enum GraphWords {
  static let collector = JSONWords<ObjectGraph.Collector>()
  static let moment = JSONWords<ObjectGraph.Moment>()
  static let fate = JSONWords<LifetimeExpectation.Fate>()
  static let owner = JSONWords<Owner>()
  static let strength = JSONWords<Strength>()
  static let referenceKind = JSONWords<ReferenceKind>()
}
