extension GrowthRow {
  /// Texts and numbers that fall together where they are hashed without a key.
  static let colliding: [GrowthRow] = [
    GrowthRow(testDescription: "ids that are texts", size: 20_000) { size in
      graph(collisions(size).map { #"{"id":"\#($0)","type":"T"}"# })
    }.upTo(20_000),
    GrowthRow(testDescription: "types that collide", size: 20_000) { size in
      graph(collisions(size).enumerated().map { #"{"id":\#($0),"type":"\#($1)"}"# })
    }.upTo(20_000),
    GrowthRow(testDescription: "names of references", size: 20_000) { size in
      graph(
        [#"{"id":0,"type":"T","root":true}"#, #"{"id":1,"type":"T"}"#],
        collisions(size).map { #"{"from":0,"to":1,"name":"\#($0)"}"# })
    }.upTo(20_000),
    GrowthRow(testDescription: "ids that are numbers", size: 200_000) { size in
      // Multiples of the inverse of 2^64 divided by the golden ratio.
      let inverse: UInt64 = 0xf1de_83e1_9937_733d
      return graph(
        (1...UInt64(size)).map { #"{"id":\#(Int64(bitPattern: $0 &* inverse)),"type":"T"}"# })
    },
  ]

  /// The same row, whose input cannot be made for more.
  private func upTo(_ most: Int) -> GrowthRow {
    var row = self
    row.most = most
    return row
  }

  private static func collisions(_ count: Int) -> ArraySlice<String> {
    precondition(count <= allCollisions.count)
    return allCollisions.prefix(count)
  }

  /// Texts of 16 characters that collide where words are hashed without a key.
  private static let allCollisions: [String] = {
    var texts: [String] = []
    var number: UInt64 = 0
    while texts.count < 80_000 {
      // Eight letters, each of six bits of the number; no loop, as hundreds of millions are tried by a debug build.
      let low = number & 0x3f | (number & 0xfc0) << 2 | (number & 0x3f000) << 4
      let high = (number & 0xfc_0000) << 6 | (number & 0x3f00_0000) << 8
      let first = (low | high) + 0x3030_3030_3030_3030
      number += 1
      let product = (0x9e37_79b9_7f4a_7c15 ^ first) &* 0xd6e8_feb8_6659_fd93
      let second = product ^ product >> 32 ^ 0x0123_4567_89ab_cdef
      guard second & 0x8080_8080_8080_8080 == 0 else { continue }
      let bytes = [first, second].flatMap { word in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
      }
      let isPlain = bytes.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x5c }
      if isPlain { texts.append(String(decoding: bytes, as: UTF8.self)) }
    }
    return texts
  }()
}
