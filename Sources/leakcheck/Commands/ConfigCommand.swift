import ArgumentParser
import LeakCheckReport

/// The command `config`: explains the configuration of a project.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Read the project's configuration and explain it.",
    discussion: "Example: leakcheck config --check")

  @Flag(help: "Exit with 2 if the configuration is missing, not only if it is invalid.")
  var check = false

  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    let configuration = try options.read()
    if check, configuration.path == nil {
      throw Console.failure(
        "no \(ConfigurationOptions.fileName) beside Package.swift; --config names another file")
    }
    try Console.write(ConfigurationText(configuration: configuration, today: .today).text)
  }
}
