import ArgumentParser
import Foundation
import LeakCheckAnalysis
import LeakCheckReport
import LeakCheckText

/// Options that choose a project's configuration.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The project's configuration (default: .leakcheck.json beside Package.swift).",
      valueName: "FILE"))
  var config: String?

  /// Does work by the project's configuration.
  func run(_ work: () throws -> Void) throws {
    let configuration = try read()
    Self.tellEnded(configuration)
    try Configuration.$current.withValue(configuration) {
      try FrameworkCatalogue.$current.withValue(
        configuration.catalogue(on: .today), operation: work)
    }
  }

  /// The configuration; an empty one where the project has none.
  func read() throws -> Configuration {
    guard let path = config ?? Self.pathOfProject() else { return Configuration() }
    do {
      return try ConfigurationReader(try Files.read(path), source: path).configuration()
    } catch let error as InputError {
      throw Console.failure("\(error)")
    }
  }

  /// The name of the file.
  static let fileName = ".leakcheck.json"

  /// The file of the project that the current folder is in: that of the nearest folder with one, not above the package
  /// or the repository.
  private static func pathOfProject() -> String? {
    let manager = FileManager.default
    var folder = URL(fileURLWithPath: manager.currentDirectoryPath).standardizedFileURL
    // What the user sees in a message is the short path.
    var above = ""
    while true {
      func has(_ name: String) -> Bool {
        manager.fileExists(atPath: folder.appendingPathComponent(name).path)
      }
      if has(fileName) { return above + fileName }
      let parent = folder.deletingLastPathComponent()
      if has("Package.swift") || has(".git") || parent.path == folder.path { return nil }
      folder = parent
      above += "../"
    }
  }

  /// A leak that is no longer accepted is reported again, and whoever sees it should know why.
  private static func tellEnded(_ configuration: Configuration) {
    guard let today = CalendarDay.today else { return }
    for leak in configuration.leaks {
      guard let until = leak.until, until < today else { continue }
      let types = leak.types.map(Quotation.quoted).joined(separator: ", ")
      Console.say(
        "note: the known leak of \(types) was accepted until \(until); it is no longer")
    }
  }
}

extension Configuration {
  /// The configuration by which this task works.
  @TaskLocal static var current = Configuration()
}

extension CalendarDay {
  /// Today, at Greenwich: the same on every machine.
  static var today: CalendarDay? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day], from: Date())
    guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
    return CalendarDay(year: year, month: month, day: day)
  }
}
