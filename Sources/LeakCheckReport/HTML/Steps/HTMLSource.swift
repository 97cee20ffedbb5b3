import LeakCheckGraph
import LeakCheckText

/// The lines of a text, each with an id by which a moment highlights it.
struct HTMLSource {
  /// Longer texts are shown where something happens only, with the lines around.
  private static let mostLines = 400
  private static let around = 2
  /// More of a line is no reading.
  private static let longestLine = 240

  private let source: StepTrace.Source
  private let number: Int
  private let section: String
  /// The lines that moments are about.
  private let visited: Set<Int>

  /// The text with this number among those of a trace.
  init(_ number: Int, of trace: StepTrace, section: String) {
    source = trace.sources[number]
    self.number = number
    self.section = section
    let moments = trace.moments.filter { trace.source(of: $0) == number }
    visited = Set(moments.map(\.line))
  }

  /// The id of a line.
  static func id(of line: Int, in source: Int, _ section: String) -> String {
    "\(section)l\(source)_\(line)"
  }

  func write(to html: inout HTMLText) {
    var lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    html.element("h3", code: source.name)
    html.element("ol", ["class": "source", "tabindex": "0"]) { html in
      var last = 0
      for (index, line) in lines.enumerated() where isShown(index + 1, of: lines.count) {
        if index > last { html.element("li", ["class": "gap", "value": "\(index)"], text: "…") }
        last = index + 1
        let id = Self.id(of: index + 1, in: number, section)
        html.element("li", ["id": id, "value": "\(index + 1)"]) { html in
          // Nothing for an empty line, which is no thing without a name.
          if !line.allSatisfy(\.isWhitespace) { html.write(Self.text(of: line)) }
        }
      }
    }
  }

  private func isShown(_ line: Int, of count: Int) -> Bool {
    count <= Self.mostLines
      || (line - Self.around...line + Self.around).contains(where: visited.contains)
  }

  private static func text(of line: Substring) -> String {
    let plain = String(line).replacing("\t", with: "  ").replacing("\r", with: "")
    return Escaping.plain(plain, limit: longestLine)
  }
}
