import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// The visible rows of a trace, before styling: all of a short trace, the ends of a long one.
struct TraceRows {
  /// A row, from the first object on.
  enum Row {
    /// An object, and where it stands in the trace.
    case object(ObjectGraph.Object, position: Int)
    /// The reference that leads on, where it stands, and how it is cut, if it is.
    case reference(ObjectGraph.Reference, position: Int, cut: String?)
    /// Objects that are not shown, in words.
    case hidden(String)
  }

  /// Objects of a long trace that are shown at each end.
  private static let shownEnds = 6
  /// Of a cycle that is a framework's own, of which nobody can mend anything here, what is the user's shows, up to this.
  private static let shownOfFrameworks = 3

  /// What the rows are of.
  let trace: LeakTrace
  /// The objects that are shown.
  private let shown: [Int]
  /// Whether the first object is a root only because nothing retains it, and nobody declared one.
  private let assumesRoot: Bool
  /// What to say beside a cut reference, by its index.
  private let marks: [Int32: String]

  /// The rows of a trace of which nothing is cut.
  init(_ trace: LeakTrace) {
    let trace = trace.listed
    self.trace = trace
    shown = Self.shownPositions(in: trace)
    (marks, assumesRoot) = ([:], false)
  }

  /// The rows of a finding's cycle or path.
  init(_ finding: Finding) {
    let trace = finding.path.listed
    self.trace = trace
    shown =
      finding.isOfFrameworks
      ? Self.ownPositions(in: trace) : Self.shownPositions(in: trace)
    assumesRoot =
      finding.isReachable && !trace.isCycle && trace.objects.first?.rootReason == nil
    let drawn = shown.filter(trace.references.indices.contains).map { trace.references[$0].index }
    let (steps, cut) = (finding.cut.steps, finding.cut.steps.references)
    marks = Dictionary(
      cut.indices.lazy.filter { drawn.contains(cut[$0]) }
        .map { (cut[$0], Self.words(for: steps[$0])) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The rows in order.
  var rows: [Row] {
    var rows: [Row] = []
    for (index, position) in shown.enumerated() {
      rows.append(.object(trace.objects[position], position: position))
      if position < trace.references.count {
        let reference = trace.references[position]
        rows.append(.reference(reference, position: position, cut: marks[reference.index]))
      }
      let next = index + 1 < shown.count ? shown[index + 1] : trace.objects.count
      if next > position + 1 { rows.append(.hidden(elision(of: position + 1..<next))) }
    }
    return rows
  }

  /// The objects that are shown: not those inside of a library, and of many the first and the last.
  private static func shownPositions(in trace: LeakTrace) -> [Int] {
    let positions = trace.objects.indices
    // A few more than are shown tell that there are: a path may have millions.
    let telling = Array(
      positions.lazy.filter { !trace.isWithinLibrary($0) }.prefix(2 * shownEnds + 1))
    guard telling.count > 2 * shownEnds else { return telling }
    let last = positions.reversed().lazy.filter { !trace.isWithinLibrary($0) }.prefix(shownEnds)
    return telling.prefix(shownEnds) + last.reversed()
  }

  /// The first object, where the ring begins, and the user's own.
  private static func ownPositions(in trace: LeakTrace) -> [Int] {
    let own = trace.objects.indices.dropFirst().filter { trace.objects[$0].owner != .framework }
    let shown = own.isEmpty ? Array(shownPositions(in: trace).dropFirst()) : own
    return [0] + shown.prefix(shownOfFrameworks - 1)
  }

  private func elision(of positions: Range<Int>) -> String {
    let isLibrary = positions.allSatisfy(trace.isWithinLibrary)
    let count = ByteCountText.count(positions.count, isLibrary ? "object" : "more object")
    return isLibrary ? "\(count) of libraries" : count
  }
}

extension TraceRows {
  /// What an object is called in a row.
  static func title(of object: ObjectGraph.Object) -> String {
    if object.kind == .closure, !object.name.isEmpty { return object.name }
    if object.type.isEmpty, object.name.isEmpty { return Escaping.noName }
    return object.name.isEmpty ? object.type : "\(object.type) \(object.name)"
  }

  /// What a reference is called in a row, and what follows where it is a capture.
  static func words(for reference: ObjectGraph.Reference) -> (name: String, captured: String) {
    let isCapture = reference.kind == .capture
    guard reference.name.isEmpty else { return (reference.name, isCapture ? " (captured)" : "") }
    return (isCapture ? "captured" : "(unnamed)", "")
  }

  /// What tells most of the object at a position beside its name.
  func place(of object: ObjectGraph.Object, at position: Int) -> String {
    let place = Self.place(of: object)
    guard position == 0, assumesRoot else { return place }
    return place.isEmpty ? "assumed root" : "assumed root, \(place)"
  }

  /// What tells most of an object beside its name: why it is held or expected, its place, or its kind.
  static func place(of object: ObjectGraph.Object) -> String {
    if let reason = object.rootReason { return reason.isEmpty ? "root" : "root, \(reason)" }
    if let expectation = object.expectation, !expectation.reason.isEmpty {
      return expectation.reason
    }
    if !object.file.isEmpty {
      return object.line > 0 ? "\(object.file):\(object.line)" : object.file
    }
    return object.kind == .object ? "" : object.kind.rawValue
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
}

extension Finding {
  /// Whether it is a cycle of objects of frameworks alone.
  var isOfFrameworks: Bool { kind == .cycle && severity == .warning }
}

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
