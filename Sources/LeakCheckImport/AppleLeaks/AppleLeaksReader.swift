public import LeakCheckGraph

/// Reads the text that Apple's `leaks` prints: trees of leaked objects (Report Version 4.0), lists of them
/// (2.0, 3.0 and `--list`), groups by type (`--groupByType`), reference trees (`--referenceTree`) and
/// the way from an object to the roots (`--traceTree`, `--trace`).
///
/// An object's id is its address. Contents that `leaks` describes are not kept, but for the function of a
/// block, which becomes its name.
public struct AppleLeaksReader: GraphReader {
  /// The name of the format.
  public let formatName: String = "leaks text"
  /// The extensions of the format.
  public let pathExtensions: [String] = ["leaks"]

  /// A reader of texts by `leaks`.
  public init() {}

  /// Whether a file begins like a text by `leaks`, or like a log with one.
  public func recognizes(_ start: [UInt8]) -> Bool {
    let signs = [
      "leaks Report Version", " ROOT LEAK: ", " ROOT CYCLE: ", "Leak: 0x", " total leaked bytes",
      "<< TOTAL >>", "STACK OF ", "/usr/bin/leaks", " referencing 0x", " referencing: <",
      " bytes) <", " bytes) 0x",
    ]
    let span = start.span
    return signs.contains { span.position(of: Array($0.utf8), from: 0, before: span.count) != nil }
  }

  /// How large the graph will be, by the lines in parts of the file, and what reading it takes.
  ///
  /// A line of a tree is an object and a reference. A line of `--groupByType` is as many objects as it counts, of which
  /// the summary tells where it stands at the front; they are at most 5,000,000 together.
  ///
  /// - Complexity: O(1).
  public func estimate(of dump: DumpFile) -> GraphEstimate {
    let lines = dump.estimatedOccurrences(of: [[.lineFeed]])[0]
    let stated = min(statedLeaks(in: dump.prefix(1 << 16)), LeaksGroups.limit)
    let isGrouped = stated > 2 * lines
    let objects = isGrouped ? Int(stated) : lines
    return GraphEstimate(
      objects: objects, references: objects, collector: .arc, file: dump.count,
      bytesPerObject: isGrouped ? 440 : 160, bytesPerReference: 80)
  }

  /// The most leaks that a summary states in a text.
  private func statedLeaks(in bytes: [UInt8]) -> Int64 {
    let text = bytes.span
    var most: Int64 = 0
    var start = 0
    while let place = text.position(of: LeaksReport.process, from: start, before: text.count) {
      if case .summary(_, let leaks, _)? = LeaksReport.sign(at: place, before: text.count, of: text)
      {
        most = max(most, leaks)
      }
      start = place + 1
    }
    return most
  }

  /// The graph of a dump.
  ///
  /// - Throws: ``ImportError`` for a line inside a report that is not understood, for fewer leaks than the
  ///   report's own summary states, and for a second report with leaks.
  /// - Complexity: O(bytes), and the sort of the graph's builder.
  public func read(_ dump: DumpFile) throws(ImportError) -> ObjectGraph {
    do throws(LeaksFailure) {
      return try dump.withBytes { text throws(LeaksFailure) in
        let parser = try WorkStage.read.run(of: dump.count) { counter throws(LeaksFailure) in
          var parser = LeaksParser(of: text)
          try parser.parse(text, counter)
          return parser
        }
        return try parser.graph(of: text)
      }
    } catch {
      throw error.error(in: dump)
    }
  }
}
