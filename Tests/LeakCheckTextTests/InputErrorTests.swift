import LeakCheckText
import Testing

@Suite struct InputErrorTests {
  @Test func `A binary file's error has a byte for its place`() {
    let error = InputError(
      source: "a\n.hprof", offset: 0, problem: "truncated record", expected: "9 bytes")
    #expect(error.description == #"a\n.hprof: at byte 0: truncated record, expected 9 bytes"#)
    #expect(error.offset == 0)
    #expect(InputError(source: "g.json", problem: "empty file").offset == nil)
  }
}
