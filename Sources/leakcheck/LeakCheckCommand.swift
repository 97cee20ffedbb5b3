import ArgumentParser
import CLeakCheckMemory
import Foundation

/// The program: what is true of every command, then the command.
@main
enum Program {
  static func main() {
    leakcheck_keep_freed_memory()
    Signals.watch()
    if let message = MisspeltCommand.message(for: Array(CommandLine.arguments.dropFirst())) {
      Console.say("error: \(message)")
      exit(EX_USAGE)
    }
    LeakCheckCommand.main()
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
