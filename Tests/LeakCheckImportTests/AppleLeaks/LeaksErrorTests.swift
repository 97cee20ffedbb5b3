import Foundation
import LeakCheckGraph
import LeakCheckImport
import Testing

@Suite struct LeaksErrorTests {
  @Test func `a summary without any of its leaks is refused, as it would pass for clean`() {
    #expect(
      LeaksTexts.message("Process 7: 3 leaks for 96 total leaked bytes.\n")
        == "t:2:1: its summary in line 1 states 3 leaks, and none is printed, expected the leaks, as"
        + " \"ROOT LEAK: <TYPE 0xADDRESS> [BYTES]\", or some of them")
  }

  @Test func `a line that is not understood is the first unread one`() {
    let text = """
      Process 7: 2 leaks for 96 total leaked bytes.
        1 (32 bytes) ROOT LEAK: <A 0x1000> [32]
        one more leak
      """
    #expect(LeaksTexts.incomplete(text) == "states 2 leaks, 1 is here")
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

  /// Three leaks below each other, as a report prints them.
  private static let report = """
    leaks Report Version: 4.0
    Process 7: 90 nodes malloced for 12 KB
    Process 7: 3 leaks for 144 total leaked bytes.

        3 (144 bytes) << TOTAL >>

          3 (144 bytes) ROOT CYCLE: <Model 0x600002d16940> [48]
             2 (96 bytes) __strong service --> ROOT CYCLE: <Service 0x600002d55d70> [48]
                model --> CYCLE BACK TO <Model 0x600002d16940> [48]
                1 (48 bytes) store --> <Store 0x600002d5c570> [48]

    """

  /// What a text says of leaks must not be lost in what becomes of it on its way: all of these once passed for clean.
  @Test(arguments: [
    // What `leaks` calls no leak is not the root of a reference tree, or a leak would stand below what holds it.
    (
      "      3 (144 bytes) ROOT CYCLE: <Model", "      3 (144 bytes) ROOT <Model",
      "t:7:7: unknown line \"3 (144 bytes) ROOT <"
    ),
    ("      3 (144 bytes) ROOT CYCLE: <Model", "      3 (144 bytes) RO", "t:7:7: unknown line"),
    // A viewer of logs that takes the blanks away.
    ("         2 (96 bytes)", "2 (96 bytes)", "t:7:1: the line counts 3 objects"),
    // A size that is cut or unreadable.
    ("0x600002d5c570> [48]", "0x600002d5c570> [4", "t:11:1: its summary in line 3 states 144"),
    ("0x600002d5c570> [48]", "0x600002d5c570> [99999999999999999999]", "t:11:1: its summary"),
    ("for 144 total", "for 145 total", "t:11:1: its summary in line 3 states 145 bytes"),
    // A cycle that goes back nowhere.
    (
      "BACK TO <Model 0x600002d16940>", "BACK TO <Model 0x600002d1694>",
      "t:9:1: the cycle goes back to an object that is not printed"
    ),
    // A second report of which only the header is left.
    (
      "store --> <Store 0x600002d5c570> [48]\n",
      "store --> <Store 0x600002d5c570> [48]\nleaks Report Version: 4.0\nProcess 8: 2 nodes malloced for 1 KB\n",
      "t:11:1: a report begins here and ends before its summary"
    ),
    (
      "Process 7: 3 leaks",
      "Process 6: 99999999999999999999 leaks for 1 total leaked bytes.\nProcess 7: 3 leaks",
      "t:3:12: a number that is too large"
    ),
  ]) func `a text that contradicts itself is refused`(
    _ old: String, _ new: String, _ message: String
  ) {
    #expect(LeaksTexts.message(Self.report) == nil)
    #expect(Self.report.contains(old))
    let found = LeaksTexts.message(Self.report.replacing(old, with: new))
    #expect(found?.hasPrefix(message) == true, "\(found ?? "read")")
  }

  @Test(arguments: [
    (report, "0x600002d5c570> [48]"), (LeaksTexts.stacks, "<0x1bb727fd0> [64]"),
    (LeaksTexts.list, "size=2048"), (LeaksTexts.countedTrace, "1 K"),
    (LeaksTexts.paths, "'_MergedGlobals' 0x29974c420 --> <NSMutableDictionary 0xc98d49ce0>"),
  ]) func `a text that ends too early is refused, or says what is missing`(
    _ text: String, _ last: String
  ) throws {
    let place = try #require(text.range(of: last, options: .backwards))
    let silent = text[..<place.upperBound].indices.filter { end in
      let part = String(text[..<end])
      return LeaksTexts.message(part) == nil && LeaksTexts.incomplete(part) == nil
    }
    #expect(silent.isEmpty, "\(silent.first.map { text[..<$0].suffix(80) } ?? "")")
    let whole = String(text[..<place.upperBound])
    #expect(LeaksTexts.message(whole) == nil && LeaksTexts.incomplete(whole) == nil)
  }

  /// Two objects on a cycle below one that has leaked, the last line of which closes the cycle.
  private static let nested = """
    Process 77: 3 leaks for 144 total leaked bytes.

        3 (144 bytes) << TOTAL >>

          3 (144 bytes) ROOT LEAK: <NSArray 0x600000001000> [48]
             2 (96 bytes) ROOT CYCLE: <App.A 0x600000002000> [48]
                1 (48 bytes) b --> ROOT CYCLE: <App.B 0x600000003000> [48]
                   a --> CYCLE BACK TO <App.A 0x600000002000> [48]
    """

  @Test func `a nested cycle whose end is cut off is refused, or told to have none`() throws {
    let whole = try LeaksTexts.graph(Self.nested)
    #expect(whole.references.count == 3 && whole.objects.count { $0.retainCount != nil } == 1)
    let last = try #require(Self.nested.range(of: "CYCLE BACK TO <"))
    let size = try #require(Self.nested.range(of: "> [48]", options: .backwards))
    for end in Self.nested[last.upperBound..<size.lowerBound].indices {
      let part = String(Self.nested[..<end])
      let message = LeaksTexts.message(part)
      #expect(
        message?.hasPrefix("t:8:") == true
          || LeaksTexts.incomplete(part) == "ends in the middle of a line", "\(message ?? "read")")
    }
    let lines = Self.nested.split(separator: "\n").dropLast().joined(separator: "\n")
    let open = try LeaksTexts.graph(lines)
    let start = try #require(open.object(withID: .number(0x6000_0000_2000)))
    #expect(start.retainCount == 2)
    #expect(
      start.expectation?.reason
        == "leaks found it on a cycle, whose end the text does not have")
    #expect(open.objects.count { $0.expectation != nil } == 2)
    // What is referred to by a root is no leak, whatever the text leaves out of it.
    let alive = """
      Process 77: 0 leaks for 0 total leaked bytes.

          3 (144 bytes) << TOTAL >>

            3 (144 bytes) <NSArray 0x600000001000> [48]
               2 (96 bytes) ROOT CYCLE: <App.A 0x600000002000> [48]
                  1 (48 bytes) b --> <App.B 0x600000003000> [48]
      """
    let graph = try LeaksTexts.graph(alive)
    #expect(graph.objects.count == 3 && graph.objects.allSatisfy { $0.expectation == nil })
  }

  @Test func `lines that have lost what is below them are refused`() {
    let flat = Self.report.split(separator: "\n").filter { !$0.contains("TOTAL") }.map {
      $0.drop { $0 == " " }
    }
    let cycle = flat.filter { !$0.contains("store") && !$0.contains("2 (96") }
      .joined(separator: "\n").replacing("3 leaks for 144", with: "1 leak for 48")
    #expect(
      LeaksTexts.message(cycle)
        == "t:4:1: the line counts 3 objects, and none stands below it, expected lines indented as"
        + " leaks prints them; to read an excerpt, delete line 3")
  }

  @Test(arguments: [
    "Test Case '-[T b]' passed\n", "12 (3.4 MB) artifacts --> s3://bucket\n", "",
    "                 uploaded --> s3://bucket\n", "sent --> <all\n",
  ])
  func `a log behind the last leak changes nothing`(_ log: String) throws {
    let graph = try LeaksTexts.graph(Self.report + log)
    #expect(graph.objects.count == 3 && graph.references.count == 3)
    #expect(graph.objects.allSatisfy { !$0.isRoot })
    let quoted = "log: Process 7: 3 leaks for 144 total leaked bytes.\n" + Self.report + log
    #expect(try LeaksTexts.graph(quoted).objects.count == 3)
  }

  @Test func `numbers of any size are added up to the largest`() {
    let most = Int64.max
    let trace = """
      Found \(most) roots referencing: <A 0x10> [16]
          2 <A 0x10> [16]
            \(most) Region One
            \(most) Region Two
      Found \(most) roots referencing: <B 0x20> [16]
          2 <B 0x20> [16]
            1 Region Three

      """
    #expect(LeaksTexts.message(trace) == nil)
    let total = "  \(most) (1K) << TOTAL >>\n    1 (16 bytes) <A 0x10> [16]\n"
    #expect(LeaksTexts.incomplete(total + total) == "states \(most) objects, 2 are here")
  }

  @Test func `a trace with fewer roots than it states says so`() {
    let trace = "Found 2 roots referencing 0x600000001000:\n\n<Shop.Screen 0x600000001000> [912]\n"
    #expect(LeaksTexts.incomplete(trace) == "states 2 roots, 0 are here")
  }
}
