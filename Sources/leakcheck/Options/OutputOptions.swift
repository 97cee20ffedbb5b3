import ArgumentParser
import LeakCheckReport

/// How text looks.
struct TextOptions: ParsableArguments {
  enum Color: String, CaseIterable, ExpressibleByArgument { case auto, always, never }

  @Option(help: "Colour; auto: on a terminal, unless NO_COLOR is set.")
  var color: Color = .auto

  enum Charset: String, CaseIterable, ExpressibleByArgument { case unicode, ascii }

  @Option(help: "Characters (default: as the locale allows).")
  var charset: Charset?

  /// The options of the text format.
  func textOptions(limit: Int? = nil) -> TextFormat.Options {
    var options = TextFormat.Options(width: Console.width)
    options.useColor = color == .always || (color == .auto && Console.allowsColor)
    options.charset =
      charset.map { $0 == .unicode ? .unicode : .ascii } ?? Console.charset
    options.limit = limit
    return options
  }
}
