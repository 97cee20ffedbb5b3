import ArgumentParser
import CLeakCheckMemory

/// The program: what is true of every command, then the command.
@main
enum Program {
  static func main() {
    leakcheck_keep_freed_memory()
    Signals.watch()
    LeakCheckCommand.main()
  }
}

/// The command line; the README has its exit statuses.
struct LeakCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leakcheck",
    abstract: "Find what keeps objects alive, and the smallest safe set of references to cut.",
    discussion: """
      leakcheck GRAPH… is leakcheck check GRAPH….

      Example: leakcheck graph.json --render out.svg

      Exit status: 0 nothing found at or above --fail-on, 1 findings, 2 could not run, 64 wrong usage.
      """,
    version: "1.0.0",
    subcommands: [
      CheckCommand.self, PathCommand.self, TopCommand.self, DiffCommand.self, RenderCommand.self,
      SimulateCommand.self, ConvertCommand.self, SchemaCommand.self,
    ],
    defaultSubcommand: CheckCommand.self)
}
