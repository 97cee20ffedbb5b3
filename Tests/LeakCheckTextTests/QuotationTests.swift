import LeakCheckText
import Testing

/// What files and arguments may not do to a message.
@Suite struct QuotationTests {
  /// Controls, what turns the reading direction, what shows as nothing, and what is no character.
  @Test(
    arguments: [
      0x1b, 0x9b, 0x202e, 0x2066, 0x200b, 0xfeff, 0xad, 0x34f, 0x115f, 0x1160, 0x17b4, 0x180e,
      0x3164,
      0xffa0, 0xfffe, 0x1d173, 0xe0041,
    ] as [UInt32])
  func `what hides or moves the cursor is shown as its code`(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(Quotation.quoted("a\(scalar)b") == "\"a\\u{\(String(value, radix: 16))}b\"")
    #expect(Quotation.escaped("a\(scalar)b") == "a\\u{\(String(value, radix: 16))}b")
  }

  @Test func `letters of every script stay as they are`() {
    #expect(Quotation.quoted("größe 型 ключ 😀") == "\"größe 型 ключ 😀\"")
  }
}
