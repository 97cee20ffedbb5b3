import LeakCheckImport
import LeakCheckReport
import LeakCheckText

/// The memory limit for dumps, with the error for those that exceed it.
///
/// What would fill the memory is refused before it does: a pipe while it is received, a compressed dump by the
/// size it states and while it is inflated, any other file by its size. What is in memory already counts too,
/// such as the graphs of the same run. The rest of the work is bounded by the system: `ulimit -v`, a cgroup.
struct MemoryLimit {
  /// The limit, or `nil` for none.
  let size: ByteSize?

  /// What may still be used.
  private var room: Int { size.map { max(0, $0.bytes - ResidentMemory.now) } ?? .max }

  /// The dump at `path`: read, received from a pipe, or inflated.
  func dump(at path: String) throws -> DumpFile {
    var room = room
    let source = path == "-" ? "standard input" : path
    if let size = DumpFile.size(ofFile: path), size > room {
      throw refusal(of: source, "holds \(text(size)), more", than: room)
    }
    guard let dump = try received(path, limit: room) else {
      throw refusal(of: source, "holds more", than: room)
    }
    guard dump.isCompressed else { return dump }
    room = self.room
    let stated = dump.statedSize
    guard stated < room else {
      throw refusal(of: dump.source, "inflates to \(text(stated)) at least, more", than: room)
    }
    if let inflated = try dump.inflated(fewerThan: room) { return inflated }
    throw refusal(of: dump.source, "inflates to more", than: room)
  }

  /// The bytes at `path`, still compressed; `nil` if a pipe holds more than `limit`.
  private func received(_ path: String, limit: Int) throws -> DumpFile? {
    if path == "-" {
      let source = "standard input"
      if let copy = try DumpFile.copying(0, source: source) { return copy }
      return try DumpFile.reading(0, source: source, limit: limit)
    }
    // Opening a pipe a second time loses its contents.
    if DumpFile.isPipe(path) { return try DumpFile.receiving(from: path, limit: limit) }
    if let copy = try DumpFile.copying(path) { return copy }
    return DumpFile(try Files.read(path), source: path)
  }

  private func text(_ bytes: Int) -> String {
    let text = ByteCountText.text(Int64(bytes))
    return Console.charset == .unicode ? text : text.replacing("\u{2009}", with: ",")
  }

  private func refusal(of source: String, _ problem: String, than room: Int) -> any Error {
    Console.failure(
      "\(Quotation.escaped(source)) \(problem) than the \(text(room)) that --memory-limit leaves for it;"
        + " raise the limit, or convert the graph to .lcgraph on a machine with more memory, which takes"
        + " the least to read")
  }
}
