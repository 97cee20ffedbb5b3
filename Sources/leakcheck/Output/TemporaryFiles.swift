import LeakCheckLocks

/// The files of incomplete output.
///
/// One for the process, as a signal ends all of it. Files are made, renamed and removed under one lock, so
/// that whoever holds it knows all of them, and no more come.
enum TemporaryFiles {
  private static let paths = Mutex<Set<String>>([])

  /// Makes a file and remembers it.
  ///
  /// - Returns: what `make` returns; a negative number is no file.
  static func make(_ path: String, _ make: () -> Int32) -> Int32 {
    paths.withLock { paths in
      let result = make()
      if result >= 0 { paths.insert(path) }
      return result
    }
  }

  /// Gives files their own names, or removes them, and forgets them.
  static func end<Result>(_ ended: [String], _ end: () -> Result) -> Result {
    paths.withLock { paths in
      paths.subtract(ended)
      return end()
    }
  }

  /// Calls `body` with the paths of all files and never comes back: no file is made or renamed any more.
  ///
  /// Comes back only where somebody holds the lock, for as long as a call of the file system takes.
  static func end(with body: (Set<String>) -> Never) {
    _ = paths.withLockIfAvailable { paths -> Void in body(paths) }
  }
}
