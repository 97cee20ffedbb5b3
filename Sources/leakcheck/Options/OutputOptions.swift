import ArgumentParser
import Foundation
import LeakCheckReport
import LeakCheckText

/// Options for the destinations of results: standard output or a file, and any number of further files.
struct OutputOptions: ParsableArguments {
  @OptionGroup var text: TextOptions

  @Option(
    help: ArgumentHelp(
      "Format of the result; html, dot and mermaid are for graphs and scenarios.",
      valueName: "FORMAT"))
  var format: [OutputFormat] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write the result to FILE instead of standard output.", valueName: "FILE"))
  var output: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write the result in another format as well; may be repeated.", valueName: "FORMAT=FILE"),
    transform: ReportTarget.init)
  var report: [ReportTarget] = []

  @Option(
    help: ArgumentHelp(
      "Add a fact about the run to the result, such as version=4.2; may be repeated.",
      valueName: "KEY=VALUE"),
    transform: Label.init(argument:))
  var label: [Label] = []

  func validate() throws {
    try Self.expectOne(
      format.count, "--format", "--report FORMAT=FILE writes another one beside it")
    try Self.expectOne(
      output.count, "--output", "--report FORMAT=FILE writes another one beside it")
    for path in output where Self.isPicture(path) {
      throw ValidationError(
        "--output writes text, and \(Quotation.quoted(path)) is the name of a picture; --render draws one"
      )
    }
    if let twice = Dictionary(grouping: label, by: \.key).filter({ $0.value.count > 1 }).keys.min()
    {
      throw ValidationError("--label \(twice)=… is given twice")
    }
  }

  private static func isPicture(_ path: String) -> Bool {
    ["svg", "png", "pdf"].contains(URL(fileURLWithPath: path).pathExtension.lowercased())
  }

  private static func expectOne(_ count: Int, _ option: String, _ advice: String) throws {
    if count > 1 { throw ValidationError("\(option) is given \(count) times; \(advice)") }
  }

  /// All results that are asked for, the main one first.
  var targets: [ReportTarget] {
    [ReportTarget(format: format.first ?? .text, path: output.first)] + report
  }

  /// What the formats are told.
  func look(for target: ReportTarget, threshold: CheckOptions.Threshold) -> FormatLook {
    var look = FormatLook()
    look.text = text.textOptions(limit: text.usualLimit, isFile: target.isFile)
    look.text.listsWork = text.limit != nil
    look.limit = text.usualLimit
    look.paths = SourcePaths(relativeTo: FileManager.default.currentDirectoryPath)
    look.threshold = threshold.severity
    look.labels = label
    return look
  }
}

/// A result: its format and its file.
struct ReportTarget {
  let format: OutputFormat
  /// The file, or `nil` for standard output.
  let path: String?

  init(format: OutputFormat, path: String?) {
    self.format = format
    self.path = path == "-" ? nil : path
  }

  /// What `FORMAT=FILE` says.
  init(_ argument: String) throws {
    guard let (name, path) = argument.pair, !path.isEmpty else {
      throw ValidationError(
        "\(Quotation.quoted(argument)) is no FORMAT=FILE, such as sarif=leaks.sarif")
    }
    guard let format = OutputFormat(rawValue: name) else {
      let all = OutputFormat.allValueStrings.joined(separator: ", ")
      throw ValidationError("\(Quotation.quoted(name)) is not a format; expected one of \(all)")
    }
    self.init(format: format, path: path)
  }

  /// Whether it goes to a file.
  var isFile: Bool { path != nil }
}

extension Label {
  /// What `KEY=VALUE` says.
  init(argument: String) throws {
    guard let (key, value) = argument.pair, !key.isEmpty else {
      throw ValidationError("\(Quotation.quoted(argument)) is no KEY=VALUE, such as version=4.2")
    }
    self.init(key: key, value: value)
  }
}

extension String {
  /// What stands before the first equals sign and behind it, where an accent that begins the second takes nothing
  /// from the sign.
  fileprivate var pair: (String, String)? {
    guard let sign = unicodeScalars.firstIndex(of: "=") else { return nil }
    return (String(unicodeScalars[..<sign]), String(unicodeScalars[sign...].dropFirst()))
  }
}
