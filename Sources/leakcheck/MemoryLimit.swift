import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport
import LeakCheckReport

/// The memory that the work on a graph may take, and what is said where it would take more.
///
/// A graph is refused as soon as that is known: by what is received or inflated of it, by an estimate before
/// it is read, and by its true size once it is read. What is in memory already counts too, such as the graphs
/// of the same run. Nothing is enforced while it is analysed.
struct MemoryLimit {
  /// The limit, or `nil` for none.
  let size: ByteSize?

  /// What code and libraries take besides, when they are first used.
  private static let slack = 8 << 20

  private var bytes: Int { size?.bytes ?? .max }

  /// What may still be used.
  private var room: Int { size == nil ? .max : max(0, bytes - ResidentMemory.now) }

  /// The dump at `path`: mapped, or received from a pipe.
  func dump(at path: String) throws -> DumpFile {
    let room = room
    guard let dump = try Files.dump(path, limit: room) else {
      throw refusal(
        of: path == "-" ? "standard input" : path,
        "holds more than the \(text(room)) that --memory-limit leaves for it")
    }
    return dump
  }

  /// The dump inside a compressed one, or the dump itself.
  func inflated(_ dump: DumpFile) throws -> DumpFile {
    let room = room
    guard dump.isCompressed else { return dump }
    let stated = dump.statedSize
    guard stated < room else {
      throw refusal(
        of: dump.source,
        "inflates to \(text(stated)) at least, more than the \(text(room)) that --memory-limit leaves"
          + " for it")
    }
    if let inflated = try dump.inflated(fewerThan: room) { return inflated }
    throw refusal(
      of: dump.source,
      "inflates to more than the \(text(room)) that --memory-limit leaves for it")
  }

  /// Refuses a dump whose graph would not fit.
  func check(_ dump: DumpFile, for use: GraphUse) throws {
    guard size != nil else { return }
    let held = ResidentMemory.now + Self.slack
    let estimate = try GraphReaders.estimate(of: dump)
    let using =
      estimate.graph + use.memory(estimate.objects, estimate.references, estimate.collector)
    try check(held + max(estimate.reading, using), estimate.objects, estimate.references, of: dump)
  }

  /// Refuses a graph that is read and cannot be analysed.
  func check(_ graph: ObjectGraph, of dump: DumpFile, for use: GraphUse) throws {
    guard size != nil else { return }
    let (objects, references) = (Int(graph.objectCount), Int(graph.referenceCount))
    let memory = use.memory(objects, references, graph.collector)
    // The dump's pages are given back, but where the graph stays in them.
    let held = max(ResidentMemory.now - dump.count, 0) + Self.slack
    try check(held + memory, objects, references, of: dump)
  }

  private func check(
    _ needed: Int, _ objects: Int, _ references: Int, of dump: DumpFile
  ) throws {
    guard needed > bytes else { return }
    let graph =
      "\(WorkWords.amount(objects, .objects)), \(WorkWords.amount(references, .references))"
    throw refusal(
      of: dump.source,
      "needs about \(text(needed)) of memory (\(graph)), and --memory-limit is \(text(bytes))")
  }

  private func text(_ bytes: Int) -> String {
    let text = ByteCountText.text(Int64(bytes))
    return Console.charset == .unicode ? text : text.replacing("\u{2009}", with: ",")
  }

  private func refusal(of source: String, _ problem: String) -> any Error {
    Console.failure(
      "\(Quotation.escaped(source)) \(problem); raise the limit, or convert the graph to .lcgraph on a"
        + " machine with more memory, which takes the least to read")
  }
}
