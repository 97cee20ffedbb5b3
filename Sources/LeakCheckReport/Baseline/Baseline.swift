package import LeakCheckAnalysis
import LeakCheckText

/// A baseline: accepted findings, each with its count, reason and last day.
///
/// A finding is known again by its fingerprint. It is accepted while no graph has more instances of it than when it was
/// written down, and until its day has passed.
package struct Baseline: Sendable {
  /// An accepted finding.
  package struct Entry: Hashable, Sendable {
    /// The fingerprint of the finding.
    package var fingerprint: String
    /// The most instances in one graph, or `nil` for any number.
    package var count: Int?
    /// Why it is accepted; may be empty.
    package var because: String = ""
    /// Where that was decided; may be empty.
    package var ticket: String = ""
    /// The last day on which it is accepted, or `nil` for no end.
    package var until: CalendarDay?
    /// What the finding said when it was written down, for those who read the file; may be empty.
    package var message: String = ""

    /// An entry; see the properties.
    package init(fingerprint: String, count: Int? = nil) {
      self.fingerprint = fingerprint
      self.count = count
    }

    /// The reason and the ticket in one text.
    var reason: String { [because, ticket].filter { !$0.isEmpty }.joined(separator: ", ") }
  }

  /// The baseline's judgement of a finding.
  enum Judgement: Hashable {
    /// It has not got it.
    case unknown
    /// It is accepted.
    case accepted(Entry)
    /// It was accepted, and is not any more, for the reason given.
    case refused(String)
  }

  /// The entries by fingerprint.
  package private(set) var entries: [String: Entry] = [:]
  /// The day on which it is judged, or `nil` where no day ends anything.
  package var today: CalendarDay?

  /// A baseline of the given entries; of two with one fingerprint the last counts.
  package init(_ entries: [Entry] = [], today: CalendarDay? = nil) {
    for entry in entries { self.entries[entry.fingerprint] = entry }
    self.today = today
  }

  /// What the baseline says of a finding.
  func judgement(of finding: Finding) -> Judgement {
    guard let entry = entries[finding.fingerprint] else { return .unknown }
    if let until = entry.until, let today, until < today {
      return .refused("was accepted until \(until)" + Self.behind(entry.reason))
    }
    if let count = entry.count, finding.instances > count {
      return .refused(
        "accepted \(count == 1 ? "once" : "\(count) times"), \(finding.instances) now"
          + Self.behind(entry.reason))
    }
    return .accepted(entry)
  }

  private static func behind(_ reason: String) -> String { reason.isEmpty ? "" : " (\(reason))" }
}

extension Baseline {
  /// A baseline that accepts `findings`, with the reasons that this one has for those that it knows.
  ///
  /// Findings of several graphs may be given: what counts is the graph that has most instances.
  package func accepting(_ findings: [Finding]) -> Baseline {
    var accepted: [String: Entry] = [:]
    for finding in findings {
      let known = accepted[finding.fingerprint] ?? entries[finding.fingerprint]
      var entry = known ?? Entry(fingerprint: finding.fingerprint)
      let before = accepted[finding.fingerprint]?.count ?? 0
      entry.count = max(before, finding.instances)
      entry.message = finding.message
      // What is accepted anew has no day that has passed.
      if let until = entry.until, let today, until < today { entry.until = nil }
      accepted[finding.fingerprint] = entry
    }
    return Baseline(Array(accepted.values), today: today)
  }

  /// The entries of which no finding is left, by fingerprint.
  package func missing(among findings: [Finding]) -> [Entry] {
    let present = Set(findings.map(\.fingerprint))
    return entries.values.filter { !present.contains($0.fingerprint) }
      .sorted { $0.fingerprint < $1.fingerprint }
  }

  /// The baseline without what no longer occurs, and with no higher counts than those of `findings`.
  package func pruned(to findings: [Finding]) -> Baseline {
    var counts: [String: Int] = [:]
    for finding in findings {
      counts[finding.fingerprint] = max(counts[finding.fingerprint] ?? 0, finding.instances)
    }
    let kept = entries.values.compactMap { entry -> Entry? in
      guard let count = counts[entry.fingerprint] else { return nil }
      var kept = entry
      kept.count = entry.count.map { min($0, count) }
      return kept
    }
    return Baseline(kept, today: today)
  }

  /// The file, version 2: an entry a line, by fingerprint.
  package var text: String {
    let rows = entries.values.sorted { $0.fingerprint < $1.fingerprint }.map(Self.value)
    let lines = rows.map { "    " + $0.line() }.joined(separator: ",\n")
    let list = lines.isEmpty ? "[]" : "[\n\(lines)\n  ]"
    return "{\n  \"leakcheck\": 2,\n  \"baseline\": \(list)\n}\n"
  }

  private static func value(of entry: Entry) -> JSONValue {
    var members: [(String, JSONValue)] = [("fingerprint", .string(entry.fingerprint))]
    if let count = entry.count { members.append(("count", .number(count))) }
    if let until = entry.until { members.append(("until", .string("\(until)"))) }
    for (key, text) in [
      ("because", entry.because), ("ticket", entry.ticket), ("message", entry.message),
    ] where !text.isEmpty {
      members.append((key, .string(text)))
    }
    return .object(members)
  }
}
