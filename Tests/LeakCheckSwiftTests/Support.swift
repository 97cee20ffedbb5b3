import Foundation
import LeakCheckAnalysis
import LeakCheckLifecycle
import LeakCheckSwift
import LeakCheckText

/// What a source was understood to be, and what it did.
struct Run {
  var translation: SwiftReader.Translation
  var outcome: ScenarioOutcome

  /// Runs a source, as a file of a name.
  init(_ text: String, named name: String = "Screen.swift", only type: String? = nil) throws {
    translation = try SwiftReader().read(
      [.init(name: name, bytes: Array(text.utf8))], named: name, only: type)
    outcome = try translation.scenario.run()
  }

  var notes: [String] { translation.notes.map(\.text) }
  var isClean: Bool { outcome.findings.isEmpty && outcome.failedChecks.isEmpty }

  /// The kinds and severities of the findings, then the codes of the misuse.
  var verdict: [String] { Self.verdict(of: outcome) }

  static func verdict(of outcome: ScenarioOutcome) -> [String] {
    outcome.findings.map { "\($0.kind.rawValue) \($0.severity.rawValue)" }.sorted()
      + outcome.misuse.map(\.code.rawValue).sorted()
  }
}

/// The sources that the tests run.
enum Fixtures {
  static let folder = Bundle.module.bundleURL.appending(path: "Fixtures")

  static func names(in part: String) -> [String] {
    let path = folder.appending(path: part).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: path)), as: UTF8.self)
  }
}
