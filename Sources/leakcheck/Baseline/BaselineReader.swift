import LeakCheckImport
import LeakCheckReport
import LeakCheckText

/// A reader of baseline files.
///
/// Version 2 has an object for each finding; version 1 had their fingerprints alone, which accept any number:
///
/// ```
/// {"leakcheck": 2, "baseline": [{"fingerprint": "cycle:…", "count": 2, "because": "…", "ticket": "…", "until": "2026-03-01"}]}
/// {"leakcheck": 1, "baseline": ["cycle:…"]}
/// ```
struct BaselineReader {
  private let source: String

  /// A reader of the file `source`.
  init(source: String) { self.source = source }

  private static let form =
    "{\"leakcheck\": 2, \"baseline\": [{\"fingerprint\": …, \"count\": …}]}, as --write-baseline makes it"

  /// The entries of the file.
  func entries(in bytes: [UInt8]) throws(InputError) -> [Baseline.Entry] {
    let tree = try JSONTree.parse(bytes, source: source)
    let members = try members(of: tree, "a baseline", keys: ["leakcheck", "baseline"], in: bytes)
    guard let version = members["leakcheck"] else {
      throw error(at: tree, "\"leakcheck\" is missing", expected: Self.form, in: bytes)
    }
    guard case .number(let number) = version.value, number == 1 || number == 2 else {
      throw error(
        at: version, "\"leakcheck\" is not a version of baselines", expected: "1 or 2", in: bytes)
    }
    guard let list = members["baseline"], case .array(let rows) = list.value else {
      throw error(
        at: members["baseline"] ?? tree, "no list \"baseline\"", expected: Self.form, in: bytes)
    }
    var seen: Set<String> = []
    var entries: [Baseline.Entry] = []
    for row in rows {
      let entry = try number == 1 ? fingerprint(row, in: bytes) : entry(row, in: bytes)
      guard seen.insert(entry.fingerprint).inserted else {
        throw error(
          at: row, "the fingerprint \(Quotation.quoted(entry.fingerprint)) is there twice",
          in: bytes)
      }
      entries.append(entry)
    }
    return entries
  }

  private func fingerprint(
    _ row: JSONTree, in bytes: [UInt8]
  ) throws(InputError) -> Baseline.Entry {
    Baseline.Entry(fingerprint: try text(row, "an entry of version 1", in: bytes))
  }

  private func entry(_ row: JSONTree, in bytes: [UInt8]) throws(InputError) -> Baseline.Entry {
    let keys = ["fingerprint", "count", "because", "ticket", "until", "message"]
    let members = try members(of: row, "an entry", keys: keys, in: bytes)
    guard let fingerprint = members["fingerprint"] else {
      throw error(at: row, "\"fingerprint\" is missing", in: bytes)
    }
    var entry = Baseline.Entry(fingerprint: try text(fingerprint, "\"fingerprint\"", in: bytes))
    if let count = members["count"] { entry.count = try number(count, in: bytes) }
    if let because = members["because"] {
      entry.because = try text(because, "\"because\"", in: bytes)
    }
    if let ticket = members["ticket"] { entry.ticket = try text(ticket, "\"ticket\"", in: bytes) }
    if let message = members["message"] {
      entry.message = try text(message, "\"message\"", in: bytes)
    }
    if let until = members["until"] { entry.until = try day(until, in: bytes) }
    return entry
  }

  private func day(_ tree: JSONTree, in bytes: [UInt8]) throws(InputError) -> CalendarDay {
    let text = try text(tree, "\"until\"", in: bytes)
    guard let day = CalendarDay(text) else {
      throw error(
        at: tree, "\"until\" is \(Quotation.quoted(text))",
        expected: "a day such as \"2026-03-01\"",
        in: bytes)
    }
    return day
  }

  private func number(_ tree: JSONTree, in bytes: [UInt8]) throws(InputError) -> Int {
    guard case .number(let number) = tree.value, let count = Int(exactly: number), count > 0 else {
      throw error(
        at: tree, "\"count\" is \(tree.kindText)", expected: "a whole number from 1 on", in: bytes)
    }
    return count
  }

  private func text(
    _ tree: JSONTree, _ what: String, in bytes: [UInt8]
  ) throws(InputError) -> String {
    guard case .string(let text) = tree.value else {
      throw error(at: tree, "\(what) is \(tree.kindText)", expected: "a string", in: bytes)
    }
    return text
  }

  private func members(
    of tree: JSONTree, _ what: String, keys: [String], in bytes: [UInt8]
  ) throws(InputError) -> [String: JSONTree] {
    guard case .object(let members) = tree.value else {
      throw error(at: tree, "\(what) is \(tree.kindText)", expected: Self.form, in: bytes)
    }
    var known: [String: JSONTree] = [:]
    for member in members {
      guard keys.contains(member.key) else {
        var failure = error(
          at: member.offset, "unknown key \(Quotation.quoted(member.key)) in \(what)",
          expected: "one of \(keys.map(Quotation.quoted).joined(separator: ", "))", in: bytes)
        failure.suggestion = NearestWord.nearest(to: member.key, among: keys).map(Quotation.quoted)
        throw failure
      }
      known[member.key] = member.value
    }
    return known
  }

  private func error(
    at tree: JSONTree, _ problem: String, expected: String = "", in bytes: [UInt8]
  ) -> InputError {
    error(at: tree.offset, problem, expected: expected, in: bytes)
  }

  private func error(
    at offset: Int, _ problem: String, expected: String = "", in bytes: [UInt8]
  ) -> InputError {
    let place = JSONTree.place(of: offset, in: bytes)
    return InputError(
      source: source, line: place.line, column: place.column, problem: problem, expected: expected)
  }
}
