import GRDB

extension Leak {
  static let grdb = [
    Leak(
      "GRDB: an observation captures the object that keeps it",
      fix: "capture [weak self] in closure #3 in PlayerList.observe()"
    ) { try PlayerList().observe() },
    Leak(
      "GRDB: a function of SQL captures the owner of the database",
      fix: "capture [weak self] in closure #1 in Scores.init()"
    ) { _ = try Scores() },
    Leak(
      "GRDB: a tracer of SQL captures the owner of the database",
      fix: "capture [weak self] in closure #1 in "
    ) { try Tracer().open() },
  ]
}

final class PlayerList: @unchecked Sendable {
  private let queue: DatabaseQueue
  private var observer: AnyDatabaseCancellable?
  private var count = 0

  init() throws {
    queue = try DatabaseQueue()
    try queue.write { database in
      try database.create(table: "player") { $0.primaryKey("id", .integer) }
    }
  }

  func observe() throws {
    let observation = ValueObservation.tracking { database in
      try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM player") ?? 0
    }
    observer = observation.start(
      in: queue, scheduling: .async(onQueue: .global()), onError: { _ in },
      onChange: { self.count = $0 })
  }
}

final class Scores: @unchecked Sendable {
  private var queue: DatabaseQueue?
  private var bonus = 10

  init() throws {
    let function = DatabaseFunction("bonus", argumentCount: 0) { _ in self.bonus }
    queue = try DatabaseQueue()
    try queue?.write { $0.add(function: function) }
  }
}

final class Tracer: @unchecked Sendable {
  private var queue: DatabaseQueue?
  private var lines: [String] = []

  func open() throws {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      database.trace { self.lines.append("\($0)") }
    }
    queue = try DatabaseQueue(configuration: configuration)
  }
}
