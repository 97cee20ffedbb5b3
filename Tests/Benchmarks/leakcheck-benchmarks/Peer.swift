import Foundation

/// A process that does jobs on one graph, see ``Server``.
final class Peer {
  /// What it calls itself.
  private(set) var name = ""
  /// Whether it has failed; what it then does is nothing.
  private(set) var hasEnded = false
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  /// Starts `command`, words separated by spaces, on a graph; returns when the graph is in memory.
  init(command: String, file: String) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command.split(separator: " ").map(String.init) + [file]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    guard let ready = line(), ready.hasPrefix("ready ") else {
      throw Failure("\(command) did not say that it is ready")
    }
    name = String(ready.dropFirst("ready ".count))
  }

  /// One run of a job: `nil` where the peer cannot do it.
  func run(_ job: String) -> (milliseconds: Double, hash: String)? {
    guard !hasEnded else { return nil }
    input.fileHandleForWriting.write(Data((job + "\n").utf8))
    let words = line()?.split(separator: " ") ?? []
    guard words.count == 3, let time = Double(words[1]) else { return nil }
    return (time, String(words[2]))
  }

  /// The bytes that a job took above what the process had before it, at their peak.
  func peak(of job: String) -> Int? {
    let directory = "/proc/\(process.processIdentifier)"
    guard
      (try? "5".write(toFile: directory + "/clear_refs", atomically: false, encoding: .utf8))
        != nil, let before = memory(directory, "VmRSS:"), run(job) != nil,
      let after = memory(directory, "VmHWM:")
    else { return nil }
    return after - before
  }

  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  private func memory(_ directory: String, _ key: String) -> Int? {
    let status = try? String(contentsOfFile: directory + "/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix(key) }
    let words = line?.split(whereSeparator: \.isWhitespace) ?? []
    return words.count > 1 ? Int(words[1]).map { $0 * 1024 } : nil
  }

  private func line() -> String? {
    while true {
      if let end = unread.firstIndex(of: 10) {
        defer { unread = Data(unread[unread.index(after: end)...]) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else {
        hasEnded = true
        return nil
      }
      unread += more
    }
  }
}
