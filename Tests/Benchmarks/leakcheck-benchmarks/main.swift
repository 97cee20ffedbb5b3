import CLeakCheckMemory
import Foundation
import LeakCheckGraph
import LeakCheckImport
import LeakCheckTestSupport

/// What `Tests/Benchmarks/run` is made of; `run --help` says how to use it.
func run(_ arguments: [String]) throws {
  switch (arguments.first, arguments.count) {
  case ("generate", 5):
    guard let shape = GraphShape(rawValue: arguments[1]), let count = Int(arguments[2]),
      let seed = UInt64(arguments[3])
    else { throw Failure("generate SHAPE COUNT SEED FILE, not \(arguments)") }
    let sample = shape.sample(count, seed: seed)
    try GraphFile(adjacency: sample.adjacency, sources: sample.sources).write(to: arguments[4])
  case ("convert", 3): try convert(arguments[1], to: arguments[2])
  case ("serve", 2): Server(try GraphFile(path: arguments[1])).run()
  case ("read", 3):
    guard let runs = Int(arguments[1]), runs >= 5 else {
      throw Failure("read RUNS FILE, with at least 5 runs")
    }
    try Reading(file: arguments[2], runs: runs).run()
  case ("machine", 1): print(Machine().description)
  case ("compare", 4...):
    guard let rounds = Int(arguments[1]), rounds >= 5 else {
      throw Failure("compare ROUNDS FILE PEER…, with at least 5 rounds")
    }
    try Comparison(
      file: arguments[2], peers: Array(arguments[3...]), rounds: rounds
    ).run()
  default:
    throw Failure(
      "generate SHAPE COUNT SEED FILE | convert DUMP FILE | serve FILE | read RUNS FILE | machine | "
        + "compare ROUNDS FILE PEER…")
  }
}

/// The strong references of a dump that leakcheck can read.
func convert(_ dump: String, to path: String) throws {
  guard let file = try DumpFile.copying(dump) else { throw Failure("cannot read \(dump)") }
  let graph = try GraphReaders.read(file)
  let edges = Adjacency(of: graph) { graph.storage.referenceMarks[Int($0)].isStrong }
  let roots = (0..<graph.objectCount).filter { graph.storage.marks[Int($0)].contains(.root) }
  try GraphFile(adjacency: edges, sources: Array(roots)).write(to: path)
}

// As the program does.
leakcheck_keep_freed_memory(1)
do {
  try run(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("leakcheck-benchmarks: \(error)\n".utf8))
  exit(1)
}
