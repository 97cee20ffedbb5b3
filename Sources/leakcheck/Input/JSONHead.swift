import Foundation
import LeakCheckText

/// The first keys of a JSON file, which tell what it is.
struct JSONHead {
  /// The keys of the outermost object, as far as they are within the bytes that are looked at.
  private(set) var keys: Set<String> = []
  /// Whether there are more bytes than are looked at.
  private let isCut: Bool
  /// Whether not even its first key can be read: the file is empty, cut short or no JSON.
  private(set) var isUnreadable = false

  /// The most bytes that are looked at.
  private static let length = 1 << 16

  /// Keys of leakcheck's other documents, and of schemas.
  private static let others: Set<String> = [
    "scenario", "steps", "types", "findings", "baseline", "diff", "top", "$schema",
  ]

  /// Reads the beginning of the file at `path`.
  init(of path: String) {
    let handle = FileHandle(forReadingAtPath: path)
    defer { try? handle?.close() }
    let bytes = [UInt8]((try? handle?.read(upToCount: Self.length)) ?? Data())
    isCut = bytes.count == Self.length
    bytes.withTextBytes { read($0) }
  }

  /// Reads the keys before the end of `bytes`, or before what is no JSON.
  private mutating func read(_ bytes: TextBytes) {
    do throws(InputFailure) {
      var scanner = try JSONScanner(bytes)
      // Somebody else's list.
      if scanner.peek() == UInt8(ascii: "[") { return }
      try scanner.pass("{", inside: "an object")
      while try scanner.passToNext(
        "a key", isFirst: keys.isEmpty, closer: "}", inside: "an object")
      {
        let key = try scanner.scanText()
        keys.insert(scanner.string(of: key))
        try scanner.pass(":", inside: "an object")
        var value: [UInt8] = []
        try scanner.scanValue(into: &value, depth: 1)
      }
    } catch {
      // The head of a large file ends in the middle of a value: the keys before count.
      isUnreadable = keys.isEmpty
    }
  }

  /// Whether it begins like a graph, and not like a scenario, a report, a baseline or somebody else's file.
  var isGraph: Bool {
    if keys.contains("snapshot"), keys.contains("nodes") { return true }
    if keys.contains("objects"), keys.contains("references") { return true }
    return (keys.contains("leakcheck") || isCut && keys.contains("objects"))
      && keys.isDisjoint(with: Self.others)
  }

  /// Whether it begins like a scenario.
  var isScenario: Bool {
    keys.contains("leakcheck") && (keys.contains("scenario") || keys.contains("steps"))
  }
}
