public import LeakCheckGraph
public import LeakCheckText

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
    return start.withSpan { span in
      signs.contains { span.position(of: Array($0.utf8), from: 0, before: span.count) != nil }
    }
  }

  /// The graph of a dump.
  ///
  /// - Throws: ``InputError`` for a line inside a report that is not understood, for fewer leaks than the
  ///   report's own summary states, and for a second report with leaks.
  /// - Complexity: O(bytes), and the sort of the graph's builder.
  public func read(_ dump: DumpFile) throws(InputError) -> ObjectGraph {
    do throws(InputFailure) {
      return try dump.withBytes { text throws(InputFailure) in
        let parser = try WorkStage.read.run(of: dump.count) { counter throws(InputFailure) in
          var parser = LeaksParser(of: text)
          try parser.parse(text, counter)
          return parser
        }
        return try parser.graph(of: text)
      }
    } catch {
      throw dump.withTextBytes { error.error(in: $0, source: dump.source) }
    }
  }
}
