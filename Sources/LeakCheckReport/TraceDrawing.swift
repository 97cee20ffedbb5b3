import LeakCheckAnalysis
import LeakCheckGraph

/// Draws a trace in a terminal: a ring for a cycle, a ladder for a path.
struct TraceDrawing {
  private typealias Piece = TerminalText.Piece

  /// Objects of a long trace that are drawn at each end.
  private static let shownEnds = 6

  private let trace: LeakTrace
  /// The objects that are drawn.
  private let shown: [Int]
  /// What to say beside a cut reference, by its index.
  private let marks: [Int32: String]

  init(_ trace: LeakTrace) {
    self.trace = trace
    shown = Self.shownPositions(in: trace)
    marks = [:]
  }

  init(_ finding: Finding) {
    let trace = finding.path
    self.trace = trace
    shown = Self.shownPositions(in: trace)
    let drawn = shown.filter(trace.references.indices.contains).map { trace.references[$0].index }
    let (steps, cut) = (finding.cut.steps, finding.cut.steps.references)
    marks = Dictionary(
      cut.indices.lazy.filter { drawn.contains(cut[$0]) }
        .map { (cut[$0], Self.words(for: steps[$0])) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func words(for step: Cut.Step) -> String {
    switch step.how {
    case .weak: "make this weak"
    case .unowned: "make this unowned"
    case .end where step.reference.graph.collector == .tracing: "let go here"
    case .end: "end this: \(step.event ?? "")"
    case .captureValue: "capture the value"
    case .moveOwnership: "move ownership, then weak"
    }
  }

  func draw(in output: inout TerminalText) {
    for (index, position) in shown.enumerated() {
      draw(trace.objects[position], at: position, in: &output)
      if position < trace.references.count {
        draw(trace.references[position], at: position, in: &output)
      }
      let next = index + 1 < shown.count ? shown[index + 1] : trace.objects.count
      if next > position + 1 { elision(of: position + 1..<next, in: &output) }
    }
    if trace.isCycle { output.line(Piece(output.symbol("  ╰─────╯", "  +-----+"), .path)) }
  }

  /// The objects that are drawn: not those inside of a library, and of many the first and the last.
  private static func shownPositions(in trace: LeakTrace) -> [Int] {
    let telling = trace.objects.indices.filter { !trace.isWithinLibrary($0) }
    guard telling.count > 2 * shownEnds else { return telling }
    return Array(telling.prefix(shownEnds) + telling.suffix(shownEnds))
  }

  private func elision(of positions: Range<Int>, in output: inout TerminalText) {
    let isLibrary = positions.allSatisfy(trace.isWithinLibrary)
    let count = ByteCountText.count(positions.count, isLibrary ? "object" : "more object")
    let words = isLibrary ? "\(count) of libraries" : count
    output.line(
      Piece(output.symbol("  │   ", "  |   "), .path),
      Piece("\(output.symbol("…", "...")) \(words)", .dim))
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
    let name = output.clean(title(of: object), width: column - 2 - DisplayWidth.of(lead))
    let place = output.clean(self.place(of: object), width: output.options.width - column)
    output.line(
      Piece(lead, .path),
      Piece(DisplayWidth.pad(name, to: column - DisplayWidth.of(lead)), .bold), Piece(place, .dim))
  }

  private func title(of object: ObjectGraph.Object) -> String {
    if object.kind == .closure, !object.name.isEmpty { return object.name }
    if object.type.isEmpty, object.name.isEmpty { return Escaping.noName }
    return object.name.isEmpty ? object.type : "\(object.type) \(object.name)"
  }

  private func place(of object: ObjectGraph.Object) -> String {
    if let reason = object.rootReason { return reason.isEmpty ? "root" : "root, \(reason)" }
    if let expectation = object.expectation, !expectation.reason.isEmpty {
      return expectation.reason
    }
    if !object.file.isEmpty {
      return object.line > 0 ? "\(object.file):\(object.line)" : object.file
    }
    return object.kind == .object ? "" : object.kind.rawValue
  }

  private func draw(
    _ reference: ObjectGraph.Reference, at position: Int, in output: inout TerminalText
  ) {
    let isCycle = trace.isCycle
    let lead =
      isCycle
      ? output.symbol("  │     │ ", "  |     | ") : output.symbol("  │   ", "  |   ")
    let width = 36 - DisplayWidth.of(lead)
    let captured = reference.kind == .capture ? " (captured)" : ""
    let name = output.clean(
      reference.name.isEmpty ? "(unnamed)" : reference.name, width: width - captured.count - 1)
    var pieces = [
      Piece(lead, .path), Piece(DisplayWidth.pad(name + captured, to: width)),
      Piece(DisplayWidth.pad(reference.strength.rawValue, to: 8), .dim),
    ]
    if let mark = marks[reference.index] {
      let words = output.clean(mark, width: output.options.width - 47)
      pieces.append(Piece(output.symbol("✂ ", "<-- ") + words, .strongFix))
    }
    output.line(pieces)
    if isCycle, position < trace.references.count - 1 {
      output.line(Piece(output.symbol("  │     ▾", "  |     v"), .path))
    }
  }
}
