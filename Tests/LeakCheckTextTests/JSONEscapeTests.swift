import LeakCheckText
import Testing

@Suite struct JSONEscapeTests {
  static let texts: [(String, String)] = [
    (#"plain"#, "plain"), (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{c}\n\r\t"),
    (#"\u00e9\u20AC"#, "é€"), (#"\ud83d\ude00!"#, "😀!"), (#"\ud83d"#, "\u{fffd}"),
    (#"\ud83d\u0041"#, "\u{fffd}A"), (#"\ude00\ud83d\ude00"#, "\u{fffd}😀"), (#"é\u0000"#, "é\0"),
  ]

  @Test(arguments: texts) func `An escape becomes its character`(_ escaped: String, _ text: String)
  {
    #expect(JSONEscape.decoded(Array(escaped.utf8)) == Array(text.utf8))
  }
}
