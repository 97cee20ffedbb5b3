public import LeakCheckAnalysis
import LeakCheckGraph

/// Retain paths as ladders for a terminal.
public struct PathText: Sendable {
  private let options: TextFormat.Options

  /// A text that looks as `options` say.
  public init(options: TextFormat.Options) { self.options = options }

  /// The paths one after the other, each under its length.
  public func text(of paths: [LeakTrace]) -> String {
    var text = TerminalText(options: options)
    for (number, path) in paths.enumerated() {
      let count = ByteCountText.count(path.references.count, "reference")
      text.line(.init("path \(number + 1) of \(paths.count)", .bold), .init("  " + count, .dim))
      text.line()
      TraceDrawing(path).draw(in: &text)
      text.line()
    }
    return text.text
  }
}

/// The largest objects and types as two tables for a terminal.
public struct RetainedSizesText: Sendable {
  private let options: TextFormat.Options

  /// A text that looks as `options` say.
  public init(options: TextFormat.Options) { self.options = options }

  /// At most `limit` rows of each table.
  public func text(of sizes: RetainedSizes, limit: Int) -> String {
    var text = TerminalText(options: options)
    text.line(.init("  retained   shallow  object", .bold))
    for row in sizes.objects.prefix(limit) {
      let name = text.clean(
        "\(ReportWords.name(row.object)) (\(row.object.id))", width: options.width - 22)
      text.line(.init(column(row.bytes) + column(row.object.size) + "  " + name))
    }
    more(sizes.objects.count - limit, "objects", in: &text)
    text.line()
    text.line(.init("  retained   shallow     count  type", .bold))
    for row in sizes.types.prefix(limit) {
      let name = text.clean(row.type, width: options.width - 32)
      let count = padded("\(row.instances)")
      text.line(.init(column(row.retainedBytes) + column(row.shallowBytes) + count + "  " + name))
    }
    more(sizes.types.count - limit, "types", in: &text)
    return text.text
  }

  private func more(_ count: Int, _ noun: String, in text: inout TerminalText) {
    if count > 0 {
      text.line(
        .init("  \(text.symbol("…", "...")) and \(count) more \(noun): raise --limit", .dim))
    }
  }

  private func column(_ bytes: Int64) -> String { padded(ByteCountText.text(bytes)) }

  private func padded(_ text: String) -> String {
    String(repeating: " ", count: max(1, 10 - text.count)) + text
  }
}
