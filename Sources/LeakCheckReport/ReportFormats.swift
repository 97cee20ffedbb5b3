extension ReportFormat where Self == TextFormat {
  /// A drawing of each finding, for a terminal.
  public static var text: TextFormat { TextFormat() }
}

extension ReportFormat where Self == JSONFormat {
  /// The report as JSON, version 1.
  public static var json: JSONFormat { JSONFormat() }
}

extension ReportFormat where Self == JSONLinesFormat {
  /// A line of JSON for each finding.
  public static var jsonLines: JSONLinesFormat { JSONLinesFormat() }
}

extension ReportFormat where Self == MarkdownFormat {
  /// The report for a pull request's comment.
  public static var markdown: MarkdownFormat { MarkdownFormat() }
}

extension ReportFormat where Self == DOTFormat {
  /// The picture as DOT text.
  public static var dot: DOTFormat { DOTFormat() }
}

extension ReportFormat where Self == MermaidFormat {
  /// The picture as a Mermaid flowchart.
  public static var mermaid: MermaidFormat { MermaidFormat() }
}

extension ReportFormat where Self == SARIFFormat {
  /// SARIF 2.1.0, for code scanning.
  ///
  /// - Parameter version: The version of the tool that writes it.
  /// - Returns: The format.
  public static func sarif(version: String) -> SARIFFormat { SARIFFormat(version: version) }
}

extension ReportFormat where Self == JUnitFormat {
  /// Test cases, for any build server.
  public static var junit: JUnitFormat { JUnitFormat() }
}

extension ReportFormat where Self == GitHubFormat {
  /// Workflow commands, for GitHub.
  public static var github: GitHubFormat { GitHubFormat() }
}

extension ReportFormat where Self == GitLabFormat {
  /// Code quality, for GitLab.
  public static var gitlab: GitLabFormat { GitLabFormat() }
}

extension ReportFormat where Self == XcodeFormat {
  /// Lines as compilers print them, for Xcode and editors.
  public static var xcode: XcodeFormat { XcodeFormat() }
}

extension ReportFormat where Self == CheckstyleFormat {
  /// Checkstyle's XML, for Jenkins and reviewers.
  public static var checkstyle: CheckstyleFormat { CheckstyleFormat() }
}
