import LeakCheckTestSupport
import Testing

@testable import LeakCheckImport

@Suite struct BinaryChecksumTests {
  /// The checksum as the article describes it, a word at a time.
  private func plainChecksum(of bytes: [UInt8]) -> UInt64 {
    let finisher: UInt64 = 0x9e37_79b9_7f4a_7c15
    var lanes = (1...8).map { UInt64($0) &* finisher }
    let padded = bytes + [UInt8](repeating: 0, count: (64 - bytes.count % 64) % 64)
    for place in stride(from: 0, to: padded.count, by: 8) {
      let word = padded[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      let mixed = lanes[place / 8 % 8] ^ word
      lanes[place / 8 % 8] = (mixed & 0xffff_ffff) &* 0x9e37_79b1 &+ mixed >> 32
    }
    var sum = UInt64(bytes.count)
    for lane in lanes {
      let product = (sum ^ lane) &* finisher
      sum = product << 29 | product >> 35
    }
    return (sum ^ sum >> 32) &* finisher
  }

  @Test func `The checksum is the one of the article at every length`() {
    var random = SplitMix64(seed: 1)
    for length in 0...300 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(BinaryChecksum.checksum(of: bytes) == plainChecksum(of: bytes), "\(length)")
    }
  }

  @Test func `The checksum of some bytes never changes`() {
    #expect(BinaryChecksum.checksum(of: []) == 6_818_153_518_994_477_659)
    #expect(BinaryChecksum.checksum(of: Array("leakcheck".utf8)) == 3_091_651_478_900_858_068)
  }

  @Test func `Zeros, their number and the order of words show`() {
    let sums = (0..<500).map { BinaryChecksum.checksum(of: [UInt8](repeating: 0, count: $0)) }
    #expect(Set(sums).count == 500)
    var swapped = [UInt8](0..<192)
    let sum = BinaryChecksum.checksum(of: swapped)
    for place in 0..<8 { swapped.swapAt(place, place + 64) }
    #expect(BinaryChecksum.checksum(of: swapped) != sum)
  }

  @Test func `No two flips of a block hide each other`() {
    let bytes = [UInt8](repeating: 0x5a, count: 192)
    let sum = BinaryChecksum.checksum(of: bytes)
    for first in stride(from: 0, to: 1536, by: 1) {
      for second in stride(from: first + 512, to: 1536, by: 64) {
        var damaged = bytes
        damaged[first / 8] ^= 1 << UInt8(first % 8)
        damaged[second / 8] ^= 1 << UInt8(second % 8)
        #expect(BinaryChecksum.checksum(of: damaged) != sum)
      }
    }
  }
}
