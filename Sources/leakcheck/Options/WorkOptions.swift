import ArgumentParser
import LeakCheckGraph
import LeakCheckReport

/// Options for long work.
struct WorkOptions: ParsableArguments {
  @Option(
    name: .customLong("memory-limit"),
    help: ArgumentHelp(
      "Refuse a dump that would take more memory than SIZE, such as 512MB or 2GB.",
      valueName: "SIZE"))
  var memoryLimit: ByteSize?

  /// The memory that a graph may take.
  var memory: MemoryLimit { MemoryLimit(size: memoryLimit) }

  @Flag(
    help: "Print each stage's time and speed, and the peak memory, to standard error.")
  var stats = false

  /// Does the work of a command with progress on a terminal, and says afterwards what it took.
  func run(_ work: () throws -> Void) throws {
    let record = WorkRecord()
    ProgressLine.begin(record)
    defer {
      ProgressLine.end()
      if stats { Console.sayTable(of: record, limit: memoryLimit) }
    }
    try WorkRecord.$current.withValue(record) { try work() }
  }
}

extension Console {
  /// Says what each stage took.
  fileprivate static func sayTable(of record: WorkRecord, limit: ByteSize?) {
    var memory = [("peak memory", ResidentMemory.peak)]
    if let limit { memory.append(("memory limit", limit.bytes)) }
    let table = WorkTable(
      record.entries, elapsed: record.elapsed, memory: memory, charset: charset)
    sayPlainly(table.text)
  }
}
