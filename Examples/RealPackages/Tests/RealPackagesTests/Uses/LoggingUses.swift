import Testing
import Logging

extension Use {
  static let logging = [
    Use("Log: a logger with the standard handler") {
      var logger = Logger(label: "app")
      logger.logLevel = .critical
      logger[metadataKey: "request"] = "17"
      logger.info("not shown")
      #expect(logger.label == "app")
    },
    Use("Log: a logger with a handler of one's own") {
      let counter = Counter()
      let logger = Logger(label: "app") { _ in CountingHandler(counter: counter) }
      logger.info("one", metadata: ["user": .stringConvertible(1)])
      logger.error("two")
      #expect(counter.value == 2)
    },
    Use("Log: handlers that are multiplexed, with a metadata provider") {
      let counter = Counter()
      let logger = Logger(label: "app") { _ in
        MultiplexLogHandler(
          [CountingHandler(counter: counter), CountingHandler(counter: counter)],
          metadataProvider: Logger.MetadataProvider { ["trace": "1"] })
      }
      logger.notice("both")
      #expect(counter.value == 2)
    },
  ]
}

/// Counts what is logged.
struct CountingHandler: LogHandler {
  let counter: Counter
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info
  var metadataProvider: Logger.MetadataProvider?

  init(counter: Counter, metadataProvider: Logger.MetadataProvider? = nil) {
    self.counter = counter
    self.metadataProvider = metadataProvider
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { counter.add() }
}
