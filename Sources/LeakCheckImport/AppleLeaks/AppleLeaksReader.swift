public import LeakCheckGraph
public import LeakCheckText

/// A reader of the text that Apple's `leaks` prints.
///
/// It reads trees of leaked objects (Report Version 4.0), lists of them (2.0, 3.0 and `--list`), groups by type
/// (`--groupByType`), reference trees (`--referenceTree`) and the paths from an object to the roots (`--traceTree`,
/// `--trace`).
///
/// An object's id is its address. Of the contents that `leaks` describes, the reader keeps only the function of a
/// block, which becomes the block's name.
public struct AppleLeaksReader: GraphReader {
  /// The name of the format.
  public let formatName: String = "leaks text"
  /// The path extensions of the format.
  public let pathExtensions: [String] = ["leaks"]

  /// Creates a reader.
  public init() {}

  /// Returns whether a file begins like the output of `leaks`, or like a log that contains it.
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

  /// Reads the graph of a dump.
  ///
  /// - Throws: ``InputError`` for an unknown line inside a report, for fewer leaks than the report's own summary
  ///   states, and for a second report with leaks.
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
