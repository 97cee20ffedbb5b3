import Foundation
import LeakCheckGraph
import LeakCheckImport

/// Reads and writes files whole: what is written is either all there or not at all.
enum Files {
  /// The dump at `path`, mapped where it is a large file, or from standard input for `-`.
  ///
  /// Gives `nil` where a pipe holds more than `limit` bytes.
  static func dump(_ path: String, limit: Int = .max) throws -> DumpFile? {
    if path == "-" {
      let source = "standard input"
      if let mapped = DumpFile(mapping: 0, source: source) { return mapped }
      return try DumpFile.reading(0, source: source, limit: limit)
    }
    // To open a pipe once more is to lose what was in it.
    if DumpFile.isPipe(path) { return try DumpFile.receiving(from: path, limit: limit) }
    if let mapped = DumpFile(mapping: path) { return mapped }
    return DumpFile(try read(path), source: path)
  }

  /// The bytes of the file or the pipe at `path`, or of standard input for `-`.
  static func read(_ path: String) throws -> [UInt8] {
    do {
      // Foundation reads what is in files, and from a handle what a pipe holds.
      let url = URL(fileURLWithPath: path)
      let handle =
        path == "-"
        ? FileHandle.standardInput
        : DumpFile.isPipe(path) ? try FileHandle(forReadingFrom: url) : nil
      let data = try handle.map { try $0.readToEnd() ?? Data() } ?? Data(contentsOf: url)
      return [UInt8](data)
    } catch {
      throw Console.failure("cannot read \(Quotation.escaped(path)): \(reason(error, path: path))")
    }
  }

  /// Writes `bytes` to the file at `path`, which is replaced in one step; `-` is standard output.
  static func write(_ bytes: [UInt8], to path: String) throws {
    try WorkStage.write.run(of: bytes.count) { counter in
      let stream = try ResultStream(to: path, counter)
      stream.write(bytes)
      try stream.finish()
    }
  }

  private static func reason(_ error: any Error, path: String) -> String {
    let exists = FileManager.default.fileExists(atPath: path)
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    if type == .typeDirectory { return "it is a folder" }
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: return "there is no such file or folder"
    case .fileReadNoPermission: return "permission denied"
    case .fileReadTooLarge: return "it is too large for the memory"
    default:
      return exists ? "\(error.localizedDescription)" : "there is no such file or folder"
    }
  }
}

extension Output.Failure {
  /// The failure in words, of the file at `path`.
  func reason(for path: String) -> String {
    switch code {
    case EISDIR, ENOTEMPTY: "it is a folder"
    case ENOENT, ENOTDIR: "there is no such file or folder"
    case EACCES, EPERM: "permission denied"
    case ENOSPC, EDQUOT: "the disk is full"
    case EROFS: "the disk is read-only"
    default: reason
    }
  }
}

extension WorkStage {
  /// Options change the graph.
  static let change = Self("change", "changing", counting: .references)
  /// Findings become a text.
  static let report = Self("report", "writing the report of", counting: .findings)
  /// Findings become a picture.
  static let draw = Self("draw", "drawing", counting: .findings)
  /// A graph becomes the text or the bytes of another format.
  static let encode = Self("encode", "converting", counting: .references)
  /// Bytes go to a file.
  static let write = Self("write", "writing what comes of", counting: .bytes)
}
