import ArgumentParser
import LeakCheckReport

/// Options for the appearance of text.
struct TextOptions: ParsableArguments {
  enum Color: String, CaseIterable, ExpressibleByArgument { case auto, always, never }

  @Option(
    help: ArgumentHelp(
      "Colour: auto (on a terminal, unless NO_COLOR is set), always or never.", valueName: "WHEN"))
  var color: Color = .auto

  enum Charset: String, CaseIterable, ExpressibleByArgument { case unicode, ascii }

  @Option(
    help: ArgumentHelp(
      "Characters: unicode or ascii (default: as the locale allows).", valueName: "SET"))
  var charset: Charset?

  /// The look of text; a file is no terminal, so colour goes there only when it is asked for.
  func textOptions(limit: Int? = nil, isFile: Bool = false) -> TextFormat.Options {
    var options = TextFormat.Options(width: Console.width)
    options.useColor = color == .always || (color == .auto && Console.allowsColor && !isFile)
    options.charset =
      charset.map { $0 == .unicode ? .unicode : .ascii } ?? Console.charset
    options.limit = limit
    return options
  }
}
