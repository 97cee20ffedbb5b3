import LeakCheckImport
import Testing

@Suite struct LeaksErrorTests {
  @Test func `fewer leaks than stated are refused at the first missing line`() {
    let lines = LeaksTexts.trees.split(separator: "\n", omittingEmptySubsequences: false)
    let cut = lines.filter { !$0.contains("<NSTimer") }.joined(separator: "\n")
    #expect(
      LeaksTexts.message(cut)
        == "t:22:1: its summary in line 13 states 8 leaks, and 7 are printed: 1 more belong here,"
        + " expected the whole text; to read an excerpt, delete line 13")
    let short = lines.prefix(24).joined(separator: "\n") + "\n"
    #expect(
      LeaksTexts.message(short)?.hasPrefix(
        "t:25:1: its summary in line 13 states 8 leaks, and 6 are printed") == true)
    let list = LeaksTexts.list.split(separator: "\n").filter { !$0.contains("XTube") }
    #expect(
      LeaksTexts.message(list.joined(separator: "\n"))?.hasPrefix(
        "t:18:1: its summary in line 3 states 7 leaks, and 6 are printed") == true)
    #expect(
      LeaksTexts.message("Process 7: 3 leaks for 96 total leaked bytes.\n")?.hasPrefix("t:2:1: its")
        == true)
  }

  @Test func `a line that is not understood is the first unread one`() {
    let text = """
      Process 7: 2 leaks for 96 total leaked bytes.
        1 (32 bytes) ROOT LEAK: <A 0x1000> [32]
        one more leak
      """
    #expect(LeaksTexts.message(text)?.hasPrefix("t:3:3: its summary in line 1 states 2") == true)
    #expect(
      LeaksTexts.message(text + "\n  1 (32 bytes) ROOT LEAK: <B 0x2000> [32]")
        == "t:3:3: unknown line \"one more leak\" inside the report, expected an object of a tree,"
        + " or a line \"Leak: 0xADDRESS size=BYTES\"")
  }

  @Test(arguments: [
    ("  1 (32 bytes) ROOT LEAK: <B 0x20", "3:27", "no object in \"<B 0x20\""),
    ("  1 (32 bytes) ROOT LEAK: <B 0x2000>[32]", "3:27", "no object in"),
    ("  1 (32 bytes) ROOT LEAK: 0x [32]", "3:27", "no object in \"0x [32]\""),
    ("  1 (32 bytes) ROOT LEAK: 0xffffffffffffffff [32]", "3:27", "no object in"),
    ("  1 (32 bytes) ROOT LEAK:", "3:16", "no object in \"ROOT LEAK:\""),
    ("     1 (32 bytes) b -->", "3:24", "the line ends where an object belongs"),
    ("     1 (32 bytes) b --> B", "3:25", "no object in \"B\""),
    ("     b --> CYCLE BACK TO ", "3:12", "no object in \"CYCLE BACK TO\""),
    ("     1 (32 bytes) <\u{1b}[31m", "3:19", "no object in \"<\\u{1b}[31m\""),
    ("Leak: 0x12 zone: a", "3:12", "no size behind the address of a leak"),
  ]) func `a broken line is refused with place and reason`(
    _ line: String, _ place: String, _ problem: String
  ) {
    let text = "leaks Report Version: 4.0\n  2 (64 bytes) ROOT LEAK: <A 0x1000> [32]\n"
    let message = LeaksTexts.message(text + line)
    #expect(message?.hasPrefix("t:\(place): \(problem)") == true, "\(message ?? "read")")
    #expect(message?.contains(", expected ") == true)
  }

  @Test func `two reports with leaks are refused at the second`() {
    let report =
      "Process 7: 1 leak for 32 total leaked bytes.\n  1 (32 bytes) ROOT LEAK: <A 0x1000> [32]\n"
    #expect(LeaksTexts.message(report) == nil)
    #expect(
      LeaksTexts.message(report + report.replacing("7:", with: "8:"))?.hasPrefix(
        "t:3:1: a second report with leaks") == true)
  }

  @Test func `a cycle of groups must lead back to a type above`() {
    let message = LeaksTexts.message(
      LeaksTexts.groups.replacing("BACK TO Person", with: "BACK TO Cat"))
    #expect(
      message?.hasPrefix("t:8:1: the cycle goes back to a type that does not stand above") == true)
  }

  @Test func `a count cannot ask for all memory`() {
    let text = "Process 7: 1 leak for 1 total leaked bytes.\n\n"
    for count in ["5000001", "9223372036854775807"] {
      let message = LeaksTexts.message(text + "  \(count) (1.0G) ROOT LEAK: <A>\n")
      #expect(message?.contains("counts of more than 5000000 objects") == true)
    }
    let many = String(repeating: "  4000000 (1.0G) ROOT LEAK: <A>\n", count: 3)
    #expect(LeaksTexts.message(text + many)?.contains("counts of more than") == true)
    #expect(LeaksTexts.message(text + "  99999999999999999999 (1.0G) ROOT LEAK: <A>\n") != nil)
  }

  @Test func `what is no report is called so`() {
    #expect(
      LeaksTexts.message("hello\n")?.hasPrefix("t:1:1: no report by leaks in the file, expected")
        == true)
  }
}
