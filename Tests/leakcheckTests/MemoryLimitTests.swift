import Foundation
import LeakCheckTestSupport
import Testing

/// What `--memory-limit` refuses, and what `--stats` says; one after the other, as ``LongWorkTests`` are.
@Suite(
  .serialized,
  .disabled(
    if: PortableCopy.asksLinuxAsDarwin,
    "in the portable copy getrusage is Linux's: in other units, and never less than these tests had"
  ))
struct MemoryLimitTests {
  /// A chain of some megabytes.
  private static let chain: String = {
    let count = 100_000
    let rows = (0..<count).map { #"{"id":\#($0),"type":"Link"}"# }
    let references = (1..<count).map { #"{"from":\#($0 - 1),"to":\#($0),"name":"next"}"# }
    return #"{"leakcheck":1,"objects":[\#(rows.joined(separator: ","))],"#
      + #""references":[\#(references.joined(separator: ","))]}"#
  }()

  @Test(arguments: ["check", "top", "path", "diff", "render", "convert"])
  func `every command that reads a graph refuses before the work`(command: String) throws {
    let scratch = try Scratch(["a.json": Self.chain])
    let rest: [String: [String]] = [
      "path": ["--to", "Link"], "diff": ["a.json"], "render": ["-o", "a.svg"],
      "convert": ["-o", "a.lcgraph"],
    ]
    let result = try CommandResult.ofLeakcheck(
      [command, "a.json", "--memory-limit", "1MB"] + (rest[command] ?? []), in: scratch.url)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(
      result.errors.contains(
        "a.json holds 6.4 MB, more than the 0 bytes that --memory-limit leaves for it; raise the limit"
      ),
      "\(result.errors)")
    #expect(scratch.names == ["a.json"])
  }

  @Test func `a graph that fits is read`() throws {
    let scratch = try Scratch(["a.json": Self.chain])
    for limit in ["1.5 GiB", "900m"] {
      #expect(try scratch.run("a.json", "--memory-limit", limit).status == 0, "\(limit)")
    }
  }

  @Test(arguments: [
    "", "much", "12XB", "-1", "0", ".5GB", "5.GB", "1e9", "1 000", "99999999999TB", "NaN",
  ])
  func `a limit that is no size is wrong usage`(limit: String) throws {
    let result = try Scratch().run("graph.json", "--memory-limit=\(limit)")
    #expect(result.status == 64)
    #expect(result.errors.contains("--memory-limit"))
  }

  @Test func `a pipe is refused while it is received`() throws {
    let scratch = try Scratch()
    let piped = try ProgramRun(
      ["-c", "yes | \"$0\" - --memory-limit 60MB", try CommandResult.program().path],
      in: scratch.url, program: URL(fileURLWithPath: "/bin/sh"))
    #expect(piped.readErrors().contains("standard input holds more than the "))
    #expect(piped.end(within: 20) == 2)
  }

  @Test func `a compressed dump is refused by what it says, and by what comes out of it`() throws {
    let scratch = try Scratch(["a.json": Self.chain + String(repeating: " ", count: 40 << 20)])
    let gzip = try ProgramRun(
      ["-c", "gzip a.json && cp a.json.gz b.json.gz"], in: scratch.url,
      program: URL(fileURLWithPath: "/bin/sh"))
    try #require(gzip.end(within: 60) == 0)
    let honest = try scratch.run("a.json.gz", "--memory-limit", "40MB")
    #expect(honest.status == 2)
    #expect(honest.errors.contains("a.json.gz inflates to 4"), "\(honest.errors)")
    var bytes = try scratch.data("b.json.gz")
    bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: [1, 0, 0, 0])
    try bytes.write(to: scratch.url.appendingPathComponent("b.json.gz"))
    let forged = try scratch.run("b.json.gz", "--memory-limit", "40MB")
    #expect(forged.status == 2)
    #expect(forged.errors.contains("b.json.gz inflates to more than the "), "\(forged.errors)")
  }

  @Test func `stats are a table on standard error, and change no result`() throws {
    let scratch = try Scratch()
    let plain = try scratch.run("graph.json", "--format", "json")
    let result = try scratch.run(
      "graph.json", "--format", "json", "--stats", "--memory-limit", "1GB")
    #expect(result.output == plain.output)
    #expect(result.status == plain.status)
    let lines = result.errors.split(separator: "\n")
    let names = lines.map { $0.prefix { $0 != " " } }
    #expect(names.first == "stage")
    #expect(
      names.filter { ["read", "build", "lifetimes", "judge", "report"].contains($0) }.count == 5)
    #expect(lines.suffix(4).map { $0.prefix(6) } == ["other ", "in all", "peak m", "memory"])
    #expect(lines.last?.hasSuffix("1.0 GB") == true)
    let again = try scratch.run("graph.json", "--stats").errors.split(separator: "\n")
    let order = again.map { $0.prefix { $0 != " " } }
    #expect(order == names.dropLast(), "the stages come in one order")
    let failed = try scratch.run("none.json", "--stats")
    #expect(failed.errors.contains("no such file"))
    #expect(failed.errors.contains("peak memory"))
  }
}

/// The copy of the package in which Linux takes the branch of Apple's systems; see `.ci/portable`.
private enum PortableCopy {
  /// Whether these tests are of that copy.
  static let asksLinuxAsDarwin: Bool = {
    #if os(Linux)
    false
    #else
    FileManager.default.fileExists(atPath: "/proc/self/status")
    #endif
  }()
}
