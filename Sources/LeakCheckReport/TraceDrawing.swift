import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A drawing of a trace in a terminal: a ring for a cycle, a ladder for a path.
struct TraceDrawing {
  private typealias Piece = TerminalText.Piece

  private let rows: TraceRows
  private var trace: LeakTrace { rows.trace }

  init(_ rows: TraceRows) { self.rows = rows }

  func draw(in output: inout TerminalText) {
    for row in rows.rows {
      switch row {
      case .object(let object, let position): draw(object, at: position, in: &output)
      case .reference(let reference, let position, let cut):
        draw(reference, at: position, cut: cut, in: &output)
      case .hidden(let words):
        output.line(
          Piece(output.symbol("  │   ", "  |   "), .path),
          Piece("\(output.symbol("…", "...")) \(words)", .dim))
      }
    }
    if trace.isCycle { output.line(Piece(output.symbol("  ╰─────╯", "  +-----+"), .path)) }
  }

  private func draw(
    _ object: ObjectGraph.Object, at position: Int, in output: inout TerminalText
  ) {
    let isFirst = position == 0
    let isLast = position == trace.objects.count - 1
    let lead: String =
      if trace.isCycle {
        isFirst ? output.symbol("  ╭─▸ ", "  +-> ") : output.symbol("  │   ", "  |   ")
      } else if isFirst {
        output.symbol("  ◆ ", "  * ")
      } else {
        isLast ? output.symbol("  ╰─▸ ", "  +-> ") : output.symbol("  ├─▸ ", "  +-> ")
      }
    let column = output.options.width / 2 + 3
    let name = output.clean(
      TraceRows.title(of: object), width: column - 2 - DisplayWidth.of(lead))
    let place = output.clean(
      rows.place(of: object, at: position), width: output.options.width - column)
    output.line(
      Piece(lead, .path),
      Piece(DisplayWidth.pad(name, to: column - DisplayWidth.of(lead)), .bold), Piece(place, .dim))
  }

  private func draw(
    _ reference: ObjectGraph.Reference, at position: Int, cut: String?,
    in output: inout TerminalText
  ) {
    let isCycle = trace.isCycle
    let lead =
      isCycle
      ? output.symbol("  │     │ ", "  |     | ") : output.symbol("  │   ", "  |   ")
    let width = 36 - DisplayWidth.of(lead)
    let words = TraceRows.words(for: reference)
    let name = output.clean(words.name, width: width - words.captured.count - 1)
    let captured = words.captured
    var pieces = [
      Piece(lead, .path), Piece(DisplayWidth.pad(name + captured, to: width)),
      Piece(DisplayWidth.pad(reference.strength.rawValue, to: 8), .dim),
    ]
    if let cut {
      let words = output.clean(cut, width: output.options.width - 47)
      pieces.append(Piece(output.symbol("✂ ", "<-- ") + words, .strongFix))
    }
    output.line(pieces)
    if isCycle, position < trace.references.count - 1 {
      output.line(Piece(output.symbol("  │     ▾", "  |     v"), .path))
    }
  }
}
