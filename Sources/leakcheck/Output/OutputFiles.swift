import LeakCheckGraph

/// The files that one run writes: they get their names together at the end, and where one cannot be written none does.
///
/// Standard output is none of them: whoever reads it may stop at any time, and has the files then.
final class OutputFiles {
  private var files: [(stream: ResultStream, path: String)] = []

  /// A file that is written while it is made.
  func stream(to path: String, _ counter: WorkCounter = .none) throws -> ResultStream {
    let stream = try ResultStream(to: path, counter)
    files.append((stream, path))
    return stream
  }

  /// A file whose bytes are there already.
  func write(_ bytes: [UInt8], to path: String) throws {
    try WorkStage.write.run(of: bytes.count) { counter in
      try stream(to: path, counter).write(bytes)
    }
  }

  /// Gives all of them their names, and says so.
  func commit() throws {
    try ResultStream.finish(files.map(\.stream))
    for file in files { Console.sayWritten(file.path) }
    files.removeAll()
  }
}
