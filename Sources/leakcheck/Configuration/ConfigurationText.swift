import LeakCheckAnalysis
import LeakCheckReport
import LeakCheckText

/// The explanation of a configuration.
struct ConfigurationText {
  let configuration: Configuration
  /// The day on which it is judged, or `nil` where no day ends anything.
  let today: CalendarDay?

  /// The text, a line for each thing that is said; ends with a line break.
  var text: String {
    guard let path = configuration.path else {
      return """
        no \(ConfigurationOptions.fileName) here, nor above up to the package

        A file beside Package.swift can say what is the project's own, such as
          {"leakcheck": 1, "expectGone": ["*ViewController"]}
        leakcheck schema --config prints all that it may have.

        """
    }
    let lines =
      [Quotation.escaped(path)] + modules + configuration.ownership.flatMap(ownership)
      + configuration.leaks.flatMap(leak)
      + list("should be gone", configuration.expectGone)
      + list("held from outside", configuration.roots)
    let nothing = lines.count == 1 ? ["  says nothing"] : []
    return (lines + nothing).joined(separator: "\n") + "\n"
  }

  private var modules: [String] {
    list("modules of the project", configuration.ownModules)
      + list("modules of others, judged as a framework's", configuration.foreignModules)
  }

  private func list(_ title: String, _ patterns: [String]) -> [String] {
    guard !patterns.isEmpty else { return [] }
    return ["  \(title): \(quoted(patterns))"]
  }

  private func ownership(_ row: Configuration.Ownership) -> [String] {
    let references =
      row.references.isEmpty ? "everything it holds" : "what it holds by \(quoted(row.references))"
    let meaning =
      switch row.ownership {
      case .owned: "owns \(references): not cut while there is another way"
      case .registered: "only registers \(references): end it"
      case .back: "is owned by \(references): weaken it"
      }
    return ["  \(quoted(row.holder)) \(meaning)" + (row.event.map { ", by \(plain($0))" } ?? "")]
  }

  private func leak(_ leak: Configuration.Leak) -> [String] {
    var line = "  cycles with \(quoted(leak.types)) are known, and warnings"
    if let until = leak.until {
      line += today.map { until < $0 } == true ? " until \(until): errors again" : " until \(until)"
    }
    let ticket = leak.ticket.isEmpty ? "" : ", \(plain(leak.ticket))"
    return [line, "    because \(plain(leak.because))\(ticket)"]
  }

  private func quoted(_ texts: [String]) -> String {
    texts.map(plain).joined(separator: ", ")
  }

  private func plain(_ text: String) -> String { Quotation.escaped(text) }
}
