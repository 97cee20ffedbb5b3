import Testing
import Foundation
import GRDB

extension Use {
  static let grdb = [
    Use("GRDB: a database in memory") {
      let queue = try DatabaseQueue()
      try await Player.fill(queue)
      let count = try await queue.read { try Player.fetchCount($0) }
      #expect(count == 2)
    },
    Use("GRDB: a pool on a file") {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let pool = try DatabasePool(path: folder.appendingPathComponent("players.db").path)
      try await Player.fill(pool)
      async let one = pool.read { try Player.fetchAll($0).count }
      async let two = pool.read { try Player.fetchOne($0, key: 1)?.name }
      let (count, name) = try await (one, two)
      #expect(count == 2 && name == "Ann")
      try pool.close()
    },
    Use("GRDB: an observation that is cancelled") {
      let queue = try DatabaseQueue()
      try await Player.fill(queue)
      let counter = Counter()
      let observation = ValueObservation.tracking { try Player.fetchCount($0) }
      let observer = observation.start(
        in: queue, scheduling: .async(onQueue: .global()), onError: { _ in },
        onChange: { counter.add($0) })
      try await queue.write { try Player(id: 3, name: "Cy").insert($0) }
      observer.cancel()
    },
    Use("GRDB: an observation as an async sequence") {
      let queue = try DatabaseQueue()
      try await Player.fill(queue)
      let observation = ValueObservation.tracking { try Player.fetchCount($0) }
      for try await count in observation.values(in: queue) {
        #expect(count == 2)
        break
      }
    },
    Use("GRDB: a database that lives as long as the process") {
      let sum = try await Players.shared.get().read {
        try Int.fetchOne($0, sql: "SELECT 1 + \(Int.random(in: 2...1_000_000))")
      }
      #expect((sum ?? 0) > 2)
    },
  ]
}

/// A row of a table.
struct Player: Codable, FetchableRecord, PersistableRecord {
  var id: Int
  var name: String

  static func fill(_ writer: any DatabaseWriter) async throws {
    try await writer.write { database in
      try database.create(table: "player") { table in
        table.primaryKey("id", .integer)
        table.column("name", .text).notNull()
      }
      try Player(id: 1, name: "Ann").insert(database)
      try Player(id: 2, name: "Bob").insert(database)
    }
  }
}

/// The database of an app.
enum Players {
  static let shared = Result { try DatabaseQueue() }
}
