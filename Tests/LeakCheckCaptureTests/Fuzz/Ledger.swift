import LeakCheckLocks

/// Who was deinitialised: one count for each object of a round, by its index.
enum Ledger {
  private static let counts = Mutex<[UInt8]>([])

  /// Starts a round of `objects` objects.
  static func begin(objects: Int) {
    counts.withLock { $0 = [UInt8](repeating: 0, count: objects) }
  }

  /// Called by every deinit.
  static func note(_ serial: Int) {
    counts.withLock { counts in
      guard counts.indices.contains(serial) else { return }
      counts[serial] &+= 1
    }
  }

  /// How often the deinit of each object ran.
  static func all() -> [UInt8] { counts.withLock { $0 } }

  /// Whether the object is gone.
  static func isFreed(_ serial: Int) -> Bool { counts.withLock { $0[serial] > 0 } }
}
