import ArgumentParser
import Foundation
import LeakCheckAnalysis

/// Findings that are known and accepted.
struct BaselineOptions: ParsableArguments {
  @Option(help: "Do not report the findings whose fingerprints FILE lists.")
  var baseline: String?

  @Option(
    name: .customLong("write-baseline"), help: "Write the fingerprints of all findings to FILE.")
  var writeBaseline: String?

  /// The file: version 1, fingerprints in their order.
  private struct File: Codable {
    var leakcheck: Int
    var baseline: [String]
  }

  /// The fingerprints of the baseline; none without one.
  func known() throws -> Set<String> {
    guard let baseline else { return [] }
    let bytes = try Files.read(baseline)
    guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)), file.leakcheck == 1
    else {
      throw Console.failure(
        "\(baseline) is no baseline, expected {\"leakcheck\": 1, \"baseline\": [fingerprints]}"
          + " as --write-baseline makes it")
    }
    return Set(file.baseline)
  }

  /// Writes the fingerprints of `findings` where that is asked for.
  func write(_ findings: [Finding]) throws {
    guard let writeBaseline else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let fingerprints = Set(findings.map(\.fingerprint)).sorted()
    let data = try encoder.encode(File(leakcheck: 1, baseline: fingerprints))
    try Files.write([UInt8](data) + [10], to: writeBaseline)
  }
}
