extension ReportFormat where Self == TextFormat {
  /// The format for a terminal, with a drawing of each finding.
  public static var text: TextFormat { TextFormat() }
}

extension ReportFormat where Self == JSONFormat {
  /// The JSON format, version 1.
  public static var json: JSONFormat { JSONFormat() }
}

extension ReportFormat where Self == JSONLinesFormat {
  /// The format with one line of JSON per finding.
  public static var jsonLines: JSONLinesFormat { JSONLinesFormat() }
}

extension ReportFormat where Self == MarkdownFormat {
  /// The format for pull request comments.
  public static var markdown: MarkdownFormat { MarkdownFormat() }
}

extension ReportFormat where Self == DOTFormat {
  /// The format that writes the picture as DOT text.
  public static var dot: DOTFormat { DOTFormat() }
}

extension ReportFormat where Self == MermaidFormat {
  /// The format that writes the picture as a Mermaid flowchart.
  public static var mermaid: MermaidFormat { MermaidFormat() }
}

extension ReportFormat where Self == SARIFFormat {
  /// Returns the SARIF 2.1.0 format, for code scanning.
  ///
  /// - Parameter version: The version of the tool.
  /// - Returns: The format.
  public static func sarif(version: String) -> SARIFFormat { SARIFFormat(version: version) }
}

extension ReportFormat where Self == JUnitFormat {
  /// The test case format, for any build server.
  public static var junit: JUnitFormat { JUnitFormat() }
}

extension ReportFormat where Self == GitHubFormat {
  /// The workflow command format, for GitHub.
  public static var github: GitHubFormat { GitHubFormat() }
}

extension ReportFormat where Self == GitLabFormat {
  /// The code quality format, for GitLab.
  public static var gitlab: GitLabFormat { GitLabFormat() }
}

extension ReportFormat where Self == XcodeFormat {
  /// The compiler message format, for Xcode and editors.
  public static var xcode: XcodeFormat { XcodeFormat() }
}

extension ReportFormat where Self == CheckstyleFormat {
  /// The Checkstyle XML format, for Jenkins and review tools.
  public static var checkstyle: CheckstyleFormat { CheckstyleFormat() }
}
