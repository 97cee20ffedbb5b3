/// The findings of many runs, by fingerprint: how often, in how many inputs, and first and last occurrence.
///
/// Takes one finding at a time, so that it holds a row for each fingerprint however many runs there are.
package struct FindingHistory: Sendable {
  /// A finding of one run.
  package struct Sighting: Sendable {
    /// The fingerprint.
    package var fingerprint: String
    /// The kind, as reports write it.
    package var kind: String
    /// The severity, as reports write it.
    package var severity: String
    /// How many instances the run found.
    package var instances: Int
    /// What the run said of it.
    package var message: String
    /// Where it was found.
    package var input: String
    /// What the run was told of itself.
    package var labels: [String: String]

    /// A sighting; see the properties.
    package init(
      fingerprint: String, kind: String, severity: String, instances: Int, message: String,
      input: String, labels: [String: String]
    ) {
      self.fingerprint = fingerprint
      self.kind = kind
      self.severity = severity
      self.instances = instances
      self.message = message
      self.input = input
      self.labels = labels
    }
  }

  /// All sightings of one fingerprint.
  package struct Row: Sendable {
    /// The sighting with most instances, the first of several: what the others look like.
    package var exemplar: Sighting
    /// In how many inputs of runs it was found.
    package var sightings: Int
    /// All instances together.
    package var instances: Int
    /// The label of the earliest sighting, or `nil` where none has it.
    package var first: String?
    /// The label of the latest sighting.
    package var last: String?
  }

  /// The key of the label by which a sighting is early or late, or `nil` for the order in which they come.
  private let key: String?
  private var rowOf: [String: Row] = [:]
  /// How many sightings there are.
  package private(set) var sightingCount = 0

  /// A history that tells early from late by the label `key`, such as `version` or `date`.
  package init(by key: String?) { self.key = key }

  /// Takes one finding of one run.
  ///
  /// - Complexity: O(length of its texts).
  package mutating func add(_ sighting: Sighting) {
    sightingCount += 1
    let label = key.flatMap { sighting.labels[$0] }
    guard var row = rowOf[sighting.fingerprint] else {
      rowOf[sighting.fingerprint] = Row(
        exemplar: sighting, sightings: 1, instances: sighting.instances, first: label, last: label)
      return
    }
    row.sightings += 1
    row.instances = row.instances.addingSaturated(sighting.instances)
    if sighting.instances > row.exemplar.instances { row.exemplar = sighting }
    if let label {
      row.first = row.first.map { VersionOrder.precedes(label, $0) ? label : $0 } ?? label
      row.last = row.last.map { VersionOrder.precedes($0, label) ? label : $0 } ?? label
    }
    rowOf[sighting.fingerprint] = row
  }

  /// The rows: grave before light, then what was seen most, then by fingerprint.
  package var rows: [Row] {
    let order = ["error", "warning", "note"]
    func rank(_ row: Row) -> Int { order.firstIndex(of: row.exemplar.severity) ?? order.count }
    return rowOf.values.sorted { left, right in
      if rank(left) != rank(right) { return rank(left) < rank(right) }
      if left.sightings != right.sightings { return left.sightings > right.sightings }
      if left.instances != right.instances { return left.instances > right.instances }
      return left.exemplar.fingerprint < right.exemplar.fingerprint
    }
  }
}

extension Int {
  /// The sum, or the greatest number where it would be more.
  fileprivate func addingSaturated(_ other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}

/// The order of versions, dates and numbers in text form: `1.9` before `1.10`.
package enum VersionOrder {
  /// Whether `left` comes before `right`: runs of digits are compared as numbers, everything else letter by letter.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    var (a, b) = (left[...], right[...])
    while let first = a.first, let second = b.first {
      if isDigit(first), isDigit(second) {
        let (x, y) = (takeNumber(from: &a), takeNumber(from: &b))
        if x.count != y.count { return x.count < y.count }
        if x != y { return x < y }
      } else {
        if first != second { return first < second }
        (a, b) = (a.dropFirst(), b.dropFirst())
      }
    }
    if a.isEmpty != b.isEmpty { return a.isEmpty }
    return left < right
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  /// The digits at the beginning, without zeros in front.
  private static func takeNumber(from text: inout Substring) -> Substring {
    let digits = text.prefix(while: isDigit)
    text = text[digits.endIndex...]
    return digits.drop { $0 == "0" }
  }
}
