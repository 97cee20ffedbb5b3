import ArgumentParser
import CLeakCheckMemory
import Foundation
import LeakCheckText

/// The program: setup for every command, then the command.
@main
enum Program {
  static func main() {
    leakcheck_keep_freed_memory(memoryPools)
    Signals.watch()
    if let message = MisspeltCommand.message(for: Array(CommandLine.arguments.dropFirst())) {
      Console.say("error: \(message)")
      exit(EX_USAGE)
    }
    do {
      var command = try LeakCheckCommand.parseAsRoot()
      try command.run()
    } catch {
      end(by: error)
    }
  }
}

extension Program {
  /// What reads Swift makes its trees of small pieces, on all processors at once; dumps are few large ones.
  ///
  /// One for each processor, for the main thread, and for that which waits for signals.
  private static var memoryPools: Int32 {
    let readsSwift = ["simulate", "scan"].contains(CommandLine.arguments.dropFirst().first)
    return readsSwift ? Int32(clamping: ProcessInfo.processInfo.activeProcessorCount + 2) : 1
  }

  /// Ends as an error says: wrong usage quotes arguments, which a script may have from anywhere.
  private static func end(by error: any Error) -> Never {
    let code = LeakCheckCommand.exitCode(for: error)
    guard !code.isSuccess else { LeakCheckCommand.exit(withError: error) }
    let message = LeakCheckCommand.fullMessage(for: error)
    if !message.isEmpty {
      let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      Console.sayPlainly(lines.map { Quotation.escaped($0) + "\n" }.joined())
    }
    exit(code.rawValue)
  }
}

/// The command line; the README has its exit statuses.
struct LeakCheckCommand: ParsableCommand {
  /// The version of the program.
  static let version = "1.0.0"

  static let configuration = CommandConfiguration(
    commandName: "leakcheck",
    abstract: "Find what keeps objects alive, and the smallest safe set of references to cut.",
    discussion: """
      leakcheck GRAPH… is leakcheck check GRAPH….

      Example: leakcheck graph.json --render out.svg

      Exit status: 0 nothing found at or above --fail-on, 1 findings, 2 could not run, 64 wrong usage.
      """,
    version: version,
    subcommands: [
      CheckCommand.self, PathCommand.self, TopCommand.self, DiffCommand.self, RenderCommand.self,
      SimulateCommand.self, ScanCommand.self, MergeCommand.self, ConvertCommand.self,
      ConfigCommand.self, SchemaCommand.self, LearnCommand.self,
    ],
    defaultSubcommand: CheckCommand.self)
}
