import LeakCheckLifecycle
import LeakCheckReport

extension RunRecord {
  /// What reports tell of a run, with these entries of its log.
  init(of outcome: ScenarioOutcome, log: [LogEntry]) {
    self.init(
      log: log.map {
        .init(
          callback: $0.callback, type: $0.type, id: $0.id, line: $0.place?.line ?? 0,
          file: $0.place?.file ?? "")
      },
      misuse: outcome.misuse.map {
        .init(
          code: $0.code.rawValue, callback: $0.callback, type: $0.type, message: $0.message,
          correct: $0.correct, line: $0.line, file: $0.file)
      },
      failedChecks: outcome.failedChecks.map {
        .init(check: $0.check, message: $0.message, line: $0.line, file: $0.file)
      })
  }
}
