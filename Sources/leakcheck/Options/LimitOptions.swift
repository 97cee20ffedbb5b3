import ArgumentParser

/// Options that limit long lists, equal in every command.
struct LimitOptions: ParsableArguments {
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
  func value(or standard: Int = 20) -> Int { limit ?? standard }
}
