import LeakCheckAnalysis
import LeakCheckGraph

/// The fixes of a cut: one for each declaration, though it may cut many references.
struct FixWords {
  /// The fixes that are shown, in the order of the cut.
  private(set) var shown: [String] = []
  /// How many more there are: texts, and where a cut has very many references, declarations.
  private(set) var furtherCount = 0

  /// The most references of a cut for each of which the words are made.
  private static let stepLimit = 1_000

  private var texts: [String] = []
  private var numbers: [String: Int] = [:]
  private var counts: [Int] = []

  /// The first `limit` fixes of `cut`.
  ///
  /// - Complexity: O(references); beyond a thousand, words are made only for declarations that are shown.
  init(_ cut: Cut, limit: Int = .max) {
    if cut.steps.count > Self.stepLimit, limit < .max {
      addDeclarations(of: cut, limit: limit)
    } else {
      for step in cut.steps { add(step) }
      furtherCount = max(0, texts.count - limit)
    }
    shown = texts.indices.prefix(limit).map { number in
      counts[number] == 1 ? texts[number] : "\(texts[number]) (\(counts[number]) references)"
    }
  }

  private mutating func add(_ step: Cut.Step) {
    let text = step.fix + (step.isSafe ? "" : " (not safe as it stands: \(step.why))")
    let number = numbers[text] ?? texts.count
    if number == texts.count {
      texts.append(text)
      counts.append(0)
      numbers[text] = number
    }
    counts[number] += 1
  }

  private mutating func addDeclarations(of cut: Cut, limit: Int) {
    var declarations = PairTable()
    var isShown: [Bool] = []
    guard let storage = cut.steps.first?.reference.graph.storage else { return }
    let sources = storage.sources
    for step in cut.steps {
      let source = sources[Int(step.reference.index)]
      let holder = Int64(storage.types[Int(source)]) << 32 | Int64(storage.nameIndex(of: source))
      let name = storage.referenceNames[Int(step.reference.index)]
      let number = Int(declarations.number(of: holder, Int64(name)))
      if number == isShown.count { isShown.append(texts.count < limit) }
      if isShown[number] { add(step) }
    }
    furtherCount = isShown.count { !$0 } + max(0, texts.count - limit)
  }
}
