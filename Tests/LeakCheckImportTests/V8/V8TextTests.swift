import LeakCheckTestSupport
import LeakCheckText
import Testing

@testable import LeakCheckImport

@Suite struct V8TextTests {
  @Test(arguments: 0..<200) func `Vectors find what a look at each byte finds`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let signs = Array("0123456789,,,, \n".utf8)
    var bytes = (0..<Int.random(in: 0...1_200, using: &random)).map { _ in
      signs.randomElement(using: &random) ?? 0
    }
    let rare: [UInt8] = [0x22, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d, 0x1f, 0x80, 0xff, 0x5a, 0x7c, 0x23]
    for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &random)
      bytes[place] = rare.randomElement(using: &random) ?? 0
    }
    let start = Int.random(in: 0...bytes.count, using: &random)
    func first(_ isWanted: (UInt8) -> Bool) -> Int {
      bytes[start...].firstIndex(where: isWanted) ?? bytes.count
    }
    bytes.withTextBytes { text in
      let (end, commas) = text.bracketAndCommas(from: start)
      #expect(end == first { $0 == 0x5d })
      #expect(commas == bytes[start..<end].count { $0 == 0x2c })
      #expect(text.structureOffset(from: start) == first { Array("\"[]{}".utf8).contains($0) })
      #expect(
        text.plainEnd(from: start)
          == first { $0 < 0x20 || $0 >= 0x80 || Array("\"\\".utf8).contains($0) })
    }
  }

  @Test(arguments: 0..<100) func `Numbers of any length and spacing are read`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let values = (0..<200).map { _ in
      Int.random(in: 0...Int.max, using: &random) >> Int.random(in: 0...62, using: &random)
    }
    let spaces = ["", "", "", "\n", " ", "\r\n\t"]
    let texts = values.map { value in
      (spaces.randomElement(using: &random) ?? "") + String(value)
        + (spaces.randomElement(using: &random) ?? "")
    }
    let bytes = Array("[\(texts.joined(separator: ","))]".utf8)
    try bytes.withTextBytes { text in
      var numbers = V8Integers(text, from: 1, to: bytes.count - 1)
      let read = try values.indices.map { index in
        index.isMultiple(of: 2) ? try numbers.next() : try numbers.nextDigit()
      }
      #expect(read == values)
      #expect(throws: InputFailure.self) { try numbers.next() }
    }
  }
}
