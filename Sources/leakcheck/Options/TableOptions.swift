import ArgumentParser
import LeakCheckReport

/// How tables are written, and where to.
struct TableOptions: ParsableArguments {
  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, markdown }

  @OptionGroup var text: TextOptions

  @Option(help: "Format of the output.")
  var format: Format = .text

  @Option(help: "Write to FILE instead of standard output.")
  var output: String?

  /// Writes a result to where it is wanted.
  func write(_ text: String) throws { try Console.write(text, to: output) }

  /// The look of the text: a file is no terminal, so colour goes there only when it is asked for.
  func textOptions(limit: Int? = nil) -> TextFormat.Options {
    var options = text.textOptions(limit: limit)
    if output != nil, text.color != .always { options.useColor = false }
    return options
  }
}
