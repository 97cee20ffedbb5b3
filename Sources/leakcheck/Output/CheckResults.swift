import ArgumentParser
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckText

/// What a run that finds leaks writes, and how it ends, by its options.
///
/// It is no group of options: in debug builds the time to read these grows with a power of how deep they are nested.
struct CheckResults {
  let options: CheckOptions
  let baseline: BaselineOptions
  let output: OutputOptions

  /// The files that are written besides the baseline, with their options.
  var outputs: [(option: String, path: String?)] {
    output.targets.map { ("--output or --report", $0.path) }
      + options.render.map { ("--render", $0) }
  }

  /// Refuses what would write one file twice, or over one of the `inputs`, before any work is done.
  ///
  /// `more` are files that only one command writes.
  func checkPaths(
    besides inputs: [String], and more: [(option: String, path: String?)] = []
  ) throws {
    for path in options.render { _ = try PictureFile(path) }
    let known = [baseline.baseline].compactMap(\.self)
    let outputs = outputs + more
    try OutputPaths.check(
      outputs: outputs + [("--write-baseline", baseline.changed)],
      inputs: inputs)
    // The baseline that is read may be written anew, and nothing else may be written there.
    try OutputPaths.check(outputs: outputs, inputs: known)
  }

  /// Writes everything that is asked for, then throws the exit status where that is not 0.
  ///
  /// `findings` are all of them, also those that the baseline accepts. `files` are those that the run has made
  /// already, and `log` comes before the result on standard output.
  func finish(
    _ reports: [Report], findings: [Finding], known: Baseline, files: OutputFiles = OutputFiles(),
    log: String = ""
  ) throws {
    let reports = reports.map { report in
      var report = report
      report.labels = output.label
      return report
    }
    noteIncomplete(reports)
    // Where one of them cannot be written, none is.
    let results = try output.targets.compactMap { target in
      try target.path.map { (target: target, stream: try files.stream(to: $0)) }
    }
    for path in options.render { try PictureFile(path).write(reports, to: files) }
    try baseline.write(findings, known: known, to: files)
    if !results.isEmpty {
      WorkStage.report.run(of: reports.reduce(0) { $0 + $1.findings.count }) { _ in
        for result in results { write(reports, as: result.target, to: result.stream) }
      }
    }
    if output.targets.contains(where: { $0.format == .github }) {
      try StepSummary.add(
        { MarkdownFormat(limit: $0).text(of: reports) }, limit: output.text.usualLimit)
    }
    try files.commit()
    baseline.tell(findings, known: known)
    if !log.isEmpty { try Console.write(log) }
    try writeToStandardOutput(reports)
    let threshold = options.failOn.severity
    if reports.contains(where: { $0.fails(on: threshold) }) { throw ExitCode.findings }
  }

  private func noteIncomplete(_ reports: [Report]) {
    for report in reports where !report.incomplete.isEmpty {
      Console.say(
        "note: \(report.input == "-" ? "standard input" : Quotation.escaped(report.input))"
          + " \(Quotation.escaped(report.incomplete));"
          + " what is there is judged")
    }
  }

  private func writeToStandardOutput(_ reports: [Report]) throws {
    let targets = output.targets.filter { !$0.isFile }
    guard !targets.isEmpty else { return }
    try WorkStage.report.run(of: reports.reduce(0) { $0 + $1.findings.count }) { _ in
      for target in targets {
        let stream = try ResultStream(to: nil)
        write(reports, as: target, to: stream)
        try stream.finish()
      }
    }
  }

  private func write(_ reports: [Report], as target: ReportTarget, to stream: ResultStream) {
    var stream = stream
    let format = target.format.reportFormat(output.look(for: target, threshold: options.failOn))
    format.write(reports, to: &stream)
  }
}
