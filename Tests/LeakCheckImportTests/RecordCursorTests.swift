import LeakCheckTestSupport
import Testing

@testable import LeakCheckImport

@Suite struct RecordCursorTests {
  /// What a cursor makes of a text that is followed by enough others.
  private func reading<Result>(_ text: String, _ body: (inout RecordCursor) -> Result) -> Result? {
    let bytes = Array(text.utf8) + [UInt8](repeating: UInt8(ascii: ","), count: 200)
    return unsafe bytes.withUnsafeBytes { buffer in
      guard var cursor = unsafe RecordCursor(buffer, at: 0) else { return nil }
      return body(&cursor)
    }
  }

  @Test func `numbers of every length are read, others are given up`() {
    var random = SplitMix64(seed: 5)
    for length in 1...18 {
      for _ in 0..<50 {
        let first = Int.random(in: length == 1 ? 0...9 : 1...9, using: &random)
        let digits = (1..<length).map { _ in Int.random(in: 0...9, using: &random) }
        let text = ([first] + digits).map { String($0) }.joined()
        #expect(reading(text) { $0.passNumber() } == Int64(text))
      }
    }
    for text in ["", "-1", "01", "00000001", "1234567890123456789", "x1", "/1", ":1"] {
      #expect(reading(text) { $0.passNumber() } == .some(nil), "\(text)")
    }
  }

  @Test func `a text ends at its quote, and is given up at anything that is escaped`() {
    for length in 0...40 {
      let plain = String(repeating: "~", count: length)
      #expect(reading(plain + "\"") { $0.passText()?.length } == length)
      for end in ["\\", "\n", "\u{0}", "\u{1f}"] {
        #expect(reading(plain + end + "\"") { $0.passText()?.length } == .some(nil))
      }
    }
    #expect(reading("é\u{7f}\"") { $0.passText()?.isASCII } == false)
    #expect(reading("e\u{7f}\"") { $0.passText()?.isASCII } == true)
  }

  @Test func `no cursor stands near the end`() {
    let bytes = [UInt8](repeating: 0x31, count: RecordCursor.reach)
    unsafe bytes.withUnsafeBytes { buffer in
      let first = unsafe RecordCursor(buffer, at: 0)
      #expect(first != nil)
      let second = unsafe RecordCursor(buffer, at: 1)
      #expect(second == nil)
    }
  }
}
