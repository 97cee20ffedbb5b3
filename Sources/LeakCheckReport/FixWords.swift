import LeakCheckAnalysis
import LeakCheckGraph

/// The fixes of a cut, one for each declaration, which may cut many references.
package struct FixWords {
  /// The fixes that are shown, in the order of the cut.
  private(set) var shown: [String] = []
  /// How many more there are: texts, and where a cut has very many references, declarations.
  private(set) var furtherCount = 0

  /// A line for those, where there are some: `and 4 more fixes like these`.
  var further: String? {
    guard furtherCount > 0 else { return nil }
    return "and \(furtherCount) more \(furtherCount == 1 ? "fix" : "fixes") like these"
  }

  /// The most references of a cut whose fixes are shown as code.
  package static let mostCodes = 8

  /// The lines of the fixes of a finding as code, each fix once; of many, the first.
  static func code(of finding: Finding, in report: Report) -> [String] {
    var codes: [String] = []
    // What dangles has no cut, as nothing keeps it, and mostly one way to be mended in its own line.
    if finding.kind == .dangling, let code = finding.alternatives.first?.code(ofStep: 0) {
      codes.append(code.after)
    }
    for step in 0..<min(finding.cut.steps.count, mostCodes) {
      guard let code = report.code(of: finding, step: step), !codes.contains(code.after) else {
        continue
      }
      codes.append(code.after)
    }
    return codes.flatMap { $0.split(separator: "\n").map(String.init) }
  }

  /// The fixes that are shown, and how many more there are, in one clause.
  var text: String {
    shown.joined(separator: ", and ") + (further.map { ", \($0)" } ?? "")
  }

  /// The cuts that are as good as that of a finding, where nothing shows who owns whom: a clause each.
  static func equals(of finding: Finding) -> [String] {
    finding.equals.map { FixWords($0, limit: 3).text }
  }

  /// The most references of a cut for each of which the words are made.
  private static let stepLimit = 1_000

  private var texts: [String] = []
  /// What each closure captures weakly, by the closure's words: the number of its text, the names, and what is done
  /// besides.
  private var lists: [String: (number: Int, names: [String], besides: String)] = [:]
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

  private mutating func add(_ step: Cut.Step) { counts[number(of: step)] += 1 }

  /// The number of a step's text.
  private mutating func number(of step: Cut.Step) -> Int {
    if let capture = step.weakCapture {
      return number(ofList: capture.holder, with: capture.name, besides: capture.besides)
    }
    let text = step.fix + (step.safety != .refuted ? "" : " (not safe as it stands: \(step.why))")
    if let known = numbers[text] { return known }
    numbers[text] = texts.count
    texts.append(text)
    counts.append(0)
    return texts.count - 1
  }

  /// The number of the text of a closure's capture list, which has the name from now on.
  private mutating func number(
    ofList holder: String, with name: String, besides: String
  ) -> Int {
    var list = lists[holder] ?? (texts.count, [], "")
    if !list.names.contains(name) { list.names.append(name) }
    if list.besides.isEmpty { list.besides = besides }
    if list.number == texts.count {
      texts.append("")
      counts.append(0)
    }
    texts[list.number] = CutWords.capturing(list.names, in: holder) + list.besides
    lists[holder] = list
    return list.number
  }

  /// The first reference of a declaration speaks for all of it.
  private mutating func addDeclarations(of cut: Cut, limit: Int) {
    guard let storage = cut.steps.first?.reference.graph.storage else { return }
    let (sources, types) = (storage.sources.array, storage.types.array)
    let names = storage.referenceNames.array
    var declarations = PairTable()
    // The text of each declaration, or -1 where it is not shown.
    var textOf: [Int] = []
    for (place, reference) in cut.steps.references.enumerated() {
      let source = sources[Int(reference)]
      let holder = Int64(types[Int(source)]) << 32 | Int64(storage.nameIndex(of: source))
      let number = Int(declarations.number(of: holder, Int64(names[Int(reference)])))
      if number == textOf.count {
        textOf.append(texts.count < limit ? self.number(of: cut.steps[place]) : -1)
      }
      if textOf[number] >= 0 { counts[textOf[number]] += 1 }
    }
    furtherCount = textOf.count { $0 < 0 }
  }
}
