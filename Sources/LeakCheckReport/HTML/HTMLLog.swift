/// The log of a run in a page: each callback with the line that printed it.
struct HTMLLog {
  private let entries: ArraySlice<RunRecord.Callback>
  /// Whether the lines are of several files, which are named then.
  private let namesFiles: Bool

  /// A scenario may log millions of callbacks.
  static let mostLines = 1_000

  init(_ log: [RunRecord.Callback]) {
    entries = log.prefix(Self.mostLines)
    namesFiles = Set(entries.lazy.filter { $0.line > 0 }.map(\.file)).count > 1
  }

  func write(_ attributes: HTMLText.Attributes = ["class": "log"], to html: inout HTMLText) {
    html.element("ol", attributes) { html in
      for entry in entries {
        html.element("li") { html in
          html.element("b", code: "\(entry.type).\(entry.callback)")
          if entry.line > 0 { html.element("span", code: place(of: entry)) }
        }
      }
    }
  }

  private func place(of entry: RunRecord.Callback) -> String {
    let file = entry.file.split(separator: "/").last ?? ""
    return namesFiles && !file.isEmpty ? "\(file):\(entry.line)" : "line \(entry.line)"
  }
}
