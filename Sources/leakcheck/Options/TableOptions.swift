import ArgumentParser
import LeakCheckReport

/// Options for the format and destination of tables.
struct TableOptions: ParsableArguments {
  @OptionGroup var text: TextOptions

  @Option(
    help: ArgumentHelp("Format of the result: text, json or markdown.", valueName: "FORMAT"))
  var format: TableFormat = .text

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write the result to FILE instead of standard output.", valueName: "FILE"))
  var output: String?

  /// The look of the text.
  var textOptions: TextFormat.Options { text.textOptions(isFile: output != nil && output != "-") }

  /// Writes a result to where it is wanted, which is none of the files that are read.
  func write(besides inputs: [String], _ write: (inout ResultStream) -> Void) throws {
    try OutputPaths.check(outputs: [("--output", output)], inputs: inputs)
    var stream = try ResultStream(to: output)
    write(&stream)
    try stream.finish()
    Console.sayWritten(output)
  }
}
