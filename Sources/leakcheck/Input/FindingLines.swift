import Foundation
import LeakCheckImport
import LeakCheckReport
import LeakCheckText

/// The findings in a file of `--format jsonl`, one at a time.
struct FindingLines {
  private let path: String

  /// How many bytes are read at once.
  private static let pieceLength = 1 << 20

  /// A longer line is no finding that somebody wrote.
  private static let mostOfLine = 1 << 26

  /// The findings of the file at `path`; `-` is standard input.
  init(_ path: String) { self.path = path }

  /// Calls `body` for each finding.
  func forEach(_ body: (FindingHistory.Sighting) throws -> Void) throws {
    guard let handle = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path) else {
      // Says why, as it cannot be read that way either.
      _ = try Files.read(path)
      return
    }
    var (line, rest) = (0, [UInt8]())
    while let piece = try read(handle), !piece.isEmpty {
      // What is left of the pieces before has no end of a line.
      var (start, looked) = (0, rest.count)
      rest += piece
      while let end = rest[looked...].firstIndex(of: UInt8(ascii: "\n")) {
        line += 1
        try take(rest[start..<end], line: line, body)
        (start, looked) = (end + 1, end + 1)
      }
      rest.removeFirst(start)
      guard rest.count <= Self.mostOfLine else {
        throw Console.failure("\(failure("a line of more than 64 MB", at: line + 1))")
      }
    }
    try take(rest[...], line: line + 1, body)
  }

  private func read(_ handle: FileHandle) throws -> Data? {
    do { return try handle.read(upToCount: Self.pieceLength) } catch {
      _ = try Files.read(path)
      return nil
    }
  }

  private func take(
    _ bytes: ArraySlice<UInt8>, line: Int, _ body: (FindingHistory.Sighting) throws -> Void
  ) throws {
    guard bytes.contains(where: { $0 > 0x20 }) else { return }
    do { try body(try sighting(in: Array(bytes), line: line)) } catch let error as InputError {
      throw Console.failure("\(error)")
    }
  }

  private func sighting(
    in bytes: [UInt8], line: Int
  ) throws(InputError) -> FindingHistory.Sighting {
    let members = try members(in: bytes, line: line)
    guard case .number(1) = members["leakcheck"]?.value else {
      throw failure("no finding", at: line)
    }
    func text(_ key: String) throws(InputError) -> String {
      guard case .string(let text) = members[key]?.value else {
        throw failure("a finding without \"\(key)\"", at: line)
      }
      return text
    }
    guard case .number(let number) = members["instances"]?.value,
      let instances = Int(exactly: number), instances >= 0
    else { throw failure("a finding without \"instances\"", at: line) }
    return FindingHistory.Sighting(
      fingerprint: try text("fingerprint"), kind: try text("kind"),
      severity: try text("severity"), instances: instances, message: try text("message"),
      input: try text("input"), labels: Self.labels(in: members["labels"]))
  }

  private func members(in bytes: [UInt8], line: Int) throws(InputError) -> [String: JSONTree] {
    do throws(InputError) {
      guard case .object(let members) = try JSONTree.parse(bytes, source: path).value else {
        throw failure("no finding", at: line)
      }
      return Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    } catch {
      var error = error
      error.source = source
      error.line = line
      // Most of what is not even JSON is a report of another format.
      error.expected = "a line as --format jsonl writes it"
      throw error
    }
  }

  private static func labels(in tree: JSONTree?) -> [String: String] {
    guard case .object(let members) = tree?.value else { return [:] }
    var labels: [String: String] = [:]
    for member in members {
      if case .string(let value) = member.value.value { labels[member.key] = value }
    }
    return labels
  }

  private var source: String { path == "-" ? "standard input" : path }

  private func failure(_ problem: String, at line: Int) -> InputError {
    InputError(
      source: source, line: line, problem: problem,
      expected: "a line as --format jsonl writes it")
  }
}
