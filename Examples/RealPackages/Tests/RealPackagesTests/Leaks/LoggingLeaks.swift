import Logging

extension Leak {
  static let logging = [
    Leak(
      "Log: a handler keeps the object that keeps the logger", fix: nil
    ) { Importer().begin() },
    Leak(
      "Log: a metadata provider captures the object that keeps the logger",
      fix: "capture [weak self] in closure #1 in Worker.begin()"
    ) { Worker().begin() },
  ]
}

final class Importer: @unchecked Sendable {
  private var logger: Logger?

  func begin() { logger = Logger(label: "importer") { _ in OwnerLogHandler(owner: self) } }
}

struct OwnerLogHandler: LogHandler {
  var owner: Importer?
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  init(owner: Importer) { self.owner = owner }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {}
}

final class Worker: @unchecked Sendable {
  private var logger: Logger?
  private var jobs = 0

  func begin() {
    let provider = Logger.MetadataProvider { ["jobs": "\(self.jobs)"] }
    let handler = CountingHandler(counter: Counter(), metadataProvider: provider)
    logger = Logger(label: "worker") { _ in handler }
  }
}
