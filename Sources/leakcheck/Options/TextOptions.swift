import ArgumentParser
import LeakCheckReport

/// Options for the appearance of text, and for the length of its lists, equal in every command.
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

  // What begins with a dash is taken as well, so that a negative number is refused for what it is.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Show at most N of each list in text, Markdown and HTML (default: 20; top: 10, its tree 30).",
      valueName: "N"))
  var limit: Int?

  func validate() throws {
    guard let limit, limit < 0 else { return }
    throw ValidationError("--limit must be at least 0, not \(limit)")
  }

  /// The limit, or what a command shows without.
  func limit(or standard: Int) -> Int { limit ?? standard }

  /// The limit, or what most commands show without.
  var usualLimit: Int { limit(or: 20) }

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
