/// Graphviz's parsed messages from one drawing.
struct GraphvizMessages {
  /// The messages that begin with `Error`.
  private(set) var errors: [String] = []
  /// All others.
  private(set) var warnings: [String] = []

  private static let mostMessages = 8
  private static let longestMessage = 240

  /// Splits `transcript` at its lines; a line without `Error:` or `Warning:` belongs to the message before.
  init(_ transcript: String) {
    var isError = false
    for line in transcript.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("Error: ") {
        isError = true
        errors.append(Self.readable(line.dropFirst(7)))
      } else if line.hasPrefix("Warning: ") {
        isError = false
        warnings.append(Self.readable(line.dropFirst(9)))
      } else {
        continueLast(isError: isError, with: Self.readable(line))
      }
    }
  }

  private mutating func continueLast(isError: Bool, with line: String) {
    if isError, let last = errors.popLast() {
      errors.append(last + " " + line)
    } else if let last = warnings.popLast() {
      warnings.append(last + " " + line)
    } else {
      warnings.append(line)
    }
  }

  /// The error to throw at the stage that `code` names.
  ///
  /// The limits of Graphviz show only in its words, at whichever stage meets them.
  func error(_ code: RenderError.Code) -> RenderError {
    let messages = (errors + warnings).prefix(Self.mostMessages).map {
      $0.count > Self.longestMessage ? $0.prefix(Self.longestMessage) + "…" : $0
    }
    let isLimit = errors.contains { message in
      ["larger than maximum", "out of memory", "too large"].contains { message.contains($0) }
    }
    return RenderError(isLimit ? .tooLarge : code, messages)
  }

  private static func readable(_ line: Substring) -> String {
    PlainText.withoutControls(line).trimmingSpaces()
  }
}

extension String {
  fileprivate func trimmingSpaces() -> String {
    let start = drop { $0 == " " }
    guard let end = start.lastIndex(where: { $0 != " " }) else { return "" }
    return String(start[...end])
  }
}
