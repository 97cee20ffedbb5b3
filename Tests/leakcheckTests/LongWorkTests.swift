import Foundation
import LeakCheckTestSupport
import Testing

/// How the program behaves while it works for long: what it shows, how it ends, what it refuses.
///
/// One after the other: they wait for other processes, and tests that need a thread meanwhile must find one.
@Suite(.serialized) struct LongWorkTests {
  /// A graph whose cycles differ so much that its cuts take many seconds to find, in any build.
  static func slowGraph(_ objects: Int = 60_000) -> String {
    var random = SplitMix64(seed: 8)
    let rows = (0..<objects).map { #"{"id":\#($0),"type":"T\#($0 % 997)"}"# }
    let references = (0..<objects * 3).map { _ in
      let ends = (
        Int.random(in: 0..<objects, using: &random), Int.random(in: 0..<objects, using: &random)
      )
      return #"{"from":\#(ends.0),"to":\#(ends.1),"name":"f\#(ends.0 % 40)"}"#
    }
    return #"{"leakcheck":1,"objects":[\#(rows.joined(separator: ","))],"#
      + #""references":[\#(references.joined(separator: ","))]}"#
  }

  /// A pipe that nobody writes to: whoever reads it waits for ever.
  private static func endlessInput() -> Pipe { Pipe() }

  @Test(.timeLimit(.minutes(30)), arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends it without a word while it waits for input`(signal: Int32) throws {
    let scratch = try Scratch()
    let input = Self.endlessInput()
    let run = try ProgramRun(["-"], in: scratch.url, input: input.fileHandleForReading)
    usleep(300_000)
    run.send(signal)
    #expect(run.end(within: 10) == -signal)
    #expect(run.readErrors() == "")
    #expect(run.readOutput() == "")
  }

  @Test(.timeLimit(.minutes(30))) func `a signal at any moment leaves no file behind`() throws {
    let scratch = try Scratch(["slow.json": Self.slowGraph()])
    var random = SplitMix64(seed: 2026)
    let jobs = [
      ["convert", "slow.json", "-o", "out.lcgraph"], ["convert", "slow.json", "-o", "out.json"],
      ["check", "slow.json", "--render", "out.svg", "--write-baseline", "out.base"],
    ]
    for round in 0..<Rounds.of(12, usually: 6) {
      for name in scratch.names where name != "slow.json" {
        try FileManager.default.removeItem(at: scratch.url.appendingPathComponent(name))
      }
      let run = try ProgramRun(jobs[round % jobs.count], in: scratch.url)
      usleep(UInt32.random(in: 0..<1_000_000, using: &random))
      run.send(SIGINT)
      let status = run.end(within: 10)
      // It may have been ready before, or not begun to listen; it says nothing but what it wrote.
      #expect(status == -SIGINT || status == 0 || status == 1, "round \(round)")
      let lines = run.readErrors().split(separator: "\n")
      #expect(lines.allSatisfy { $0.hasPrefix("leakcheck: wrote ") }, "\(lines)")
      let left = Set(scratch.names).subtracting([
        "slow.json", "out.lcgraph", "out.json", "out.svg", "out.base",
      ])
      #expect(left.isEmpty, "round \(round) left \(left)")
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a signal while a file is written leaves the one before untouched`() throws {
    let scratch = try Scratch(["slow.json": Self.slowGraph()])
    let old = scratch.url.appendingPathComponent("out.json")
    var caught = 0
    for _ in 0..<200 where caught < 3 {
      try Data("before".utf8).write(to: old)
      let run = try ProgramRun(["convert", "slow.json", "-o", "out.json"], in: scratch.url)
      // The moment between the first byte and the new name is short: it is waited for.
      var isWriting = false
      while !isWriting, run.isRunning { isWriting = scratch.names.contains { $0.hasPrefix(".") } }
      run.send(SIGINT)
      let status = run.end(within: 10)
      #expect(!scratch.names.contains { $0.hasPrefix(".") })
      guard status == -SIGINT else { continue }
      caught += 1
      let text = try String(contentsOf: old, encoding: .utf8)
      #expect(text == "before" || text.hasSuffix("]\n}\n"))
    }
    #expect(caught == 3)
  }

  @Test(.timeLimit(.minutes(30))) func `an ignored hangup stays ignored`() throws {
    let scratch = try Scratch()
    let input = Self.endlessInput()
    let run = try ProgramRun(
      ["-c", "trap '' HUP; exec \"$0\" -", try CommandResult.program().path], in: scratch.url,
      program: URL(fileURLWithPath: "/bin/sh"), input: input.fileHandleForReading)
    usleep(300_000)
    run.send(SIGHUP)
    usleep(200_000)
    #expect(run.isRunning)
    run.send(SIGTERM)
    #expect(run.end(within: 10) == -SIGTERM)
  }

  @Test(.timeLimit(.minutes(30))) func `a closed pipe ends it quietly`() throws {
    let scratch = try Scratch(["slow.json": Self.slowGraph(2_000)])
    for trap in ["", "trap '' PIPE; "] {
      let run = try ProgramRun(
        [
          "-c", "\(trap)exec \"$0\" convert slow.json -o -", try CommandResult.program().path,
        ], in: scratch.url, program: URL(fileURLWithPath: "/bin/sh"))
      run.closeOutput()
      #expect(run.end(within: 20) == -SIGPIPE)
      #expect(run.readErrors() == "")
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a terminal sees progress after two seconds, and then a clean line`() throws {
    let scratch = try Scratch()
    let name = "slow\u{1b}[31m.json"
    let pipe = try NamedPipe(at: scratch.url.appendingPathComponent(name))
    let run = try ProgramRun(
      [name], in: scratch.url, errors: .terminal(columns: 50),
      environment: ["TERM": "xterm", "NO_COLOR": "1"])
    let start = Date()
    let seen = run.readErrors { $0.components(separatedBy: "\r").count > 4 }
    #expect(Date().timeIntervalSince(start) >= 1.9)
    run.send(SIGINT)
    #expect(run.end(within: 10) == -SIGINT)
    pipe.close()
    let all = seen + run.readErrors()
    #expect(all.hasPrefix("\r"))
    #expect(all.hasSuffix("\r\u{1b}[K"), "the line is cleared at the end")
    for line in all.split(separator: "\r") where line != "\u{1b}[K" {
      #expect(line.hasSuffix("\u{1b}[K"))
      let text = line.dropLast(3)
      #expect(text.count < 50)
      #expect(text.contains(" slow\\u{1b}[31m.json  ") || text.contains("…"), "\(text)")
      #expect(!text.contains("\u{1b}"), "no colour, no escape of the file's name")
      #expect(text.hasSuffix(" s") || text.contains("/s"))
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `nothing but a terminal that can rewrite a line sees progress`() throws {
    let scratch = try Scratch()
    let input = Self.endlessInput()
    for (stream, term) in [
      (ProgramRun.ErrorStream.pipe, "xterm"), (.terminal(columns: 80), "dumb"),
    ] {
      let run = try ProgramRun(
        ["-"], in: scratch.url, errors: stream, input: input.fileHandleForReading,
        environment: ["TERM": term])
      usleep(2_600_000)
      #expect(run.isRunning)
      run.send(SIGTERM)
      #expect(run.end(within: 10) == -SIGTERM)
      #expect(run.readErrors() == "")
    }
  }

  @Test func `quick work shows no progress`() throws {
    let scratch = try Scratch()
    let run = try ProgramRun(
      ["graph.json"], in: scratch.url, errors: .terminal(columns: 80),
      environment: ["TERM": "xterm"])
    #expect(run.end(within: 20) == 1)
    #expect(run.readErrors() == "")
  }
}
