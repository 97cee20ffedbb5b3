import LeakCheckTestSupport
import Testing

@testable import LeakCheckImport

@Suite struct ModifiedUTF8Tests {
  /// The bytes as a Java VM writes them: each unit of UTF-16 for itself, and 0 in two bytes.
  private func modified(_ text: String) -> [UInt8] {
    text.utf16.flatMap { unit -> [UInt8] in
      let low = UInt8(0x80 | unit & 0x3f)
      if unit > 0, unit < 0x80 { return [UInt8(unit)] }
      if unit < 0x800 { return [UInt8(0xc0 | unit >> 6), low] }
      return [UInt8(0xe0 | unit >> 12), UInt8(0x80 | unit >> 6 & 0x3f), low]
    }
  }

  @Test func `both forms of UTF-8 give every text back`() {
    let characters = Array("a$/\u{0}äߐ€\u{ffff}𝒳𝒴😀\u{10ffff}".unicodeScalars)
    var random = SplitMix64(seed: 2026)
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...12, using: &random))
        .map { _ in characters.randomElement(using: &random).map(String.init) ?? "" }.joined()
      #expect(ModifiedUTF8.text(modified(text)) == text)
      #expect(ModifiedUTF8.text(Array(text.utf8)) == text)
    }
  }

  @Test func `what is neither form is replaced, whatever it is`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 1...9, using: &random)).map { _ -> UInt8 in
        random.chance(0.6) ? UInt8.random(in: 0x80...0xff, using: &random) : 0x41
      }
      let plain = ModifiedUTF8.text(bytes).unicodeScalars.count { $0 == "A" }
      #expect(plain == bytes.count { $0 == 0x41 }, "\(bytes)")
    }
    #expect(ModifiedUTF8.text([0x41, 0xed, 0xa0, 0xb5, 0x42]) == "A\u{fffd}\u{fffd}\u{fffd}B")
    #expect(ModifiedUTF8.text([0x41, 0xed, 0xa0]) == "A\u{fffd}\u{fffd}")
  }
}
