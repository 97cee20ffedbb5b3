import LeakCheckAnalysis
import LeakCheckGraph

/// A trace as a list from the first object; a cycle ends at its start.
struct HTMLTrace {
  private let rows: TraceRows
  private var trace: LeakTrace { rows.trace }

  init(_ rows: TraceRows) { self.rows = rows }

  func write(to html: inout HTMLText) {
    html.element("ol", ["class": trace.isCycle ? "trace cycle" : "trace"]) { html in
      for row in rows.rows { write(row, to: &html) }
      if trace.isCycle, let first = trace.objects.first {
        html.element("li", ["class": "object again"], code: TraceRows.title(of: first))
      }
    }
  }

  private func write(_ row: TraceRows.Row, to html: inout HTMLText) {
    switch row {
    case .object(let object, let position):
      html.element("li", ["class": "object"]) { html in
        html.element("b", code: TraceRows.title(of: object))
        let place = rows.place(of: object, at: position)
        if !place.isEmpty { html.element("span", code: place) }
      }
    case .reference(let reference, _, let cut):
      html.element("li", ["class": cut == nil ? "reference" : "reference cut"]) { html in
        let words = TraceRows.words(for: reference)
        html.write(words.name + words.captured)
        html.element("span", text: reference.strength.rawValue)
        if let cut { html.element("em", text: "✂\u{FE0E} " + cut) }
      }
    case .hidden(let words): html.element("li", ["class": "hidden"], text: "… \(words)")
    }
  }
}
