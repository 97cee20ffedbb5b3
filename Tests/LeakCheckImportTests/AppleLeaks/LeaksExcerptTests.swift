import Foundation
import LeakCheckGraph
import LeakCheckImport
import Testing

/// What people paste: some lines of a long text, which states more than is there.
@Suite struct LeaksExcerptTests {
  @Test func `what is there is read, and the graph says what is missing`() throws {
    let lines = LeaksTexts.trees.split(separator: "\n", omittingEmptySubsequences: false)
    let cut = lines.filter { !$0.contains("<NSTimer") }.joined(separator: "\n")
    #expect(LeaksTexts.incomplete(cut) == "states 8 leaks, 7 are here")
    let whole = try LeaksTexts.graph(LeaksTexts.trees)
    let part = try LeaksTexts.graph(cut)
    #expect(part.objects.count == whole.objects.count - 1)
    #expect(LeaksTexts.incomplete(LeaksTexts.trees) == nil)
    let short = lines.prefix(24).joined(separator: "\n") + "\n"
    #expect(LeaksTexts.incomplete(short) == "states 8 leaks, 6 are here")
    let list = LeaksTexts.list.split(separator: "\n").filter { !$0.contains("XTube") }
    #expect(LeaksTexts.incomplete(list.joined(separator: "\n")) == "states 7 leaks, 6 are here")
  }

  @Test func `a group that is short of its own total is read`() throws {
    let text = """
      Process 7: 4 leaks for 64 total leaked bytes.

      STACK OF 3 INSTANCES OF 'ROOT LEAK: <X>':
      1   main   0x100a046e8 main + 32
      ====
          3 (48 bytes) << TOTAL >>
            1 (16 bytes) ROOT LEAK: <X 0x1000> [16]
            1 (16 bytes) ROOT LEAK: <X 0x2000> [16]

      STACK OF 1 INSTANCE OF 'ROOT LEAK: <Y>':
      1   main   0x100a046e8 main + 32
      ====
          1 (16 bytes) ROOT LEAK: <Y 0x3000> [16]
      """
    #expect(LeaksTexts.incomplete(text) == "states 4 leaks, 3 are here")
    #expect(try LeaksTexts.graph(text).objects.count == 3)
  }

  @Test func `a line that is cut off at the end is passed over`() throws {
    let text = """
      Process 7: 8407 leaks for 900000 total leaked bytes.
        2 (64 bytes) ROOT CYCLE: <A 0x1000> [32]
           1 (32 bytes) b --> ROOT CYCLE: <B 0x2000> [32]
              a --> CYCLE BACK TO <A 0x1000> [32]
        1 (32 bytes) ROOT LEAK: <C 0x
      """
    #expect(
      LeaksTexts.incomplete(text) == "states 8407 leaks, 2 are here; ends in the middle of a line")
    #expect(try LeaksTexts.graph(text).objects.count == 2)
    // In the middle of the text it is no end.
    #expect(LeaksTexts.message(text + "\n  1 (32 bytes) ROOT LEAK: <D 0x3000> [32]\n") != nil)
  }
}
