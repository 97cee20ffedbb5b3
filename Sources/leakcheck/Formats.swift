import ArgumentParser
import LeakCheckAnalysis
import LeakCheckReport

/// The formats of the command line, in one list, with their factories.
///
/// A new format is a case here and a line in each of the switches that it can serve.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, jsonl, sarif, junit, github, gitlab, xcode, checkstyle, markdown, html, dot
  case mermaid

  /// The format of reports.
  func reportFormat(_ look: FormatLook) -> any ReportFormat {
    switch self {
    case .text: TextFormat(options: look.text)
    case .json: JSONFormat()
    case .jsonl: JSONLinesFormat(labels: look.labels)
    case .sarif: SARIFFormat(version: LeakCheckCommand.version, paths: look.paths)
    case .junit: JUnitFormat(paths: look.paths, failingFrom: look.threshold ?? .error)
    case .github: GitHubFormat(paths: look.paths)
    case .gitlab: GitLabFormat(paths: look.paths)
    case .xcode: XcodeFormat(path: Files.absolute)
    case .checkstyle: CheckstyleFormat(paths: look.paths)
    case .markdown: MarkdownFormat(limit: look.limit)
    case .html: HTMLFormat(limit: look.limit, draw: HTMLDrawing.drawn)
    case .dot: DOTFormat()
    case .mermaid: MermaidFormat()
    }
  }

  /// The format of differences, or `nil` where it can only tell of one graph.
  func differenceFormat(_ look: FormatLook) -> (any DifferenceFormat)? {
    switch self {
    case .text: DifferenceText(options: look.text, isBad: look.isBad)
    case .json: DifferenceJSON()
    case .jsonl: JSONLinesFormat(labels: look.labels)
    case .sarif: SARIFFormat(version: LeakCheckCommand.version, paths: look.paths)
    case .junit: JUnitFormat(paths: look.paths, failingFrom: look.threshold ?? .error)
    case .github: GitHubFormat(paths: look.paths)
    case .gitlab: GitLabFormat(paths: look.paths)
    case .xcode: XcodeFormat(path: Files.absolute)
    case .checkstyle: CheckstyleFormat(paths: look.paths)
    case .markdown: DifferenceMarkdown(limit: look.limit)
    case .html, .dot, .mermaid: nil
    }
  }

  /// The format of what a scan of sources found, or `nil` where there is a graph to draw and nothing else.
  func patternFormat(_ look: FormatLook) -> (any PatternFormat)? {
    switch self {
    case .text: PatternText(options: look.text)
    case .json: PatternJSON()
    case .jsonl: JSONLinesFormat(labels: look.labels)
    case .sarif: SARIFFormat(version: LeakCheckCommand.version, paths: look.paths)
    case .junit: JUnitFormat(paths: look.paths, failingFrom: look.threshold ?? .error)
    case .github: GitHubFormat(paths: look.paths)
    case .gitlab: GitLabFormat(paths: look.paths)
    case .xcode: XcodeFormat(path: Files.absolute)
    case .checkstyle: CheckstyleFormat(paths: look.paths)
    case .markdown: PatternMarkdown(limit: look.limit)
    case .html, .dot, .mermaid: nil
    }
  }

  /// The formats that can tell of a scan.
  static var ofPatterns: [OutputFormat] {
    allCases.filter { $0.patternFormat(FormatLook()) != nil }
  }

  /// The formats that can tell of a difference.
  static var ofDifferences: [OutputFormat] {
    allCases.filter { $0.differenceFormat(FormatLook()) != nil }
  }
}

/// The settings for formats.
struct FormatLook {
  /// The look of text.
  var text = TextFormat.Options()
  /// The most findings, or rows of a part, of formats for people.
  var limit = 20
  /// How paths are written.
  var paths = SourcePaths()
  /// From which severity on the run fails, if it does.
  var threshold: Finding.Severity?
  /// What the run was told of itself.
  var labels: [Label] = []
  /// Whether the verdict on a difference is bad.
  var isBad: @Sendable (GraphDifference) -> Bool = { _ in false }
}

/// The formats of tables.
enum TableFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, markdown

  /// The format of retained sizes.
  func retainedFormat(_ text: TextFormat.Options) -> any RetainedFormat {
    switch self {
    case .text: RetainedText(options: text)
    case .json: RetainedJSON()
    case .markdown: RetainedMarkdown()
    }
  }

  /// The format of retain paths.
  func pathFormat(_ text: TextFormat.Options) -> any PathFormat {
    switch self {
    case .text: PathText(options: text)
    case .json: PathJSON()
    case .markdown: PathMarkdown()
    }
  }

  /// The format of what many runs found.
  func historyFormat(_ text: TextFormat.Options, limit: Int) -> any HistoryFormat {
    switch self {
    case .text:
      var options = text
      options.limit = limit
      return HistoryText(options: options)
    case .json: return HistoryJSON()
    case .markdown: return HistoryMarkdown(limit: limit)
    }
  }
}
