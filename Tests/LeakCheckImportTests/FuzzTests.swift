import Foundation
import LeakCheckGraph
import LeakCheckImport
import LeakCheckTestSupport
import LeakCheckText
import Testing

@Suite struct FuzzTests {
  @Test func `Damaged files give a graph or an error inside the file`() throws {
    let originals = try Fixtures.accepted.map { try Array(Data(contentsOf: $0)) }
    var random = SplitMix64(seed: 20_26)
    var refused = 0
    for round in 0..<Rounds.of(4_000, usually: 800) {
      var bytes = originals[round % originals.count]
      for _ in 0..<Int.random(in: 1...3, using: &random) { Self.damage(&bytes, using: &random) }
      do throws(InputError) {
        let graph = try JSONGraphReader().read(bytes, from: "fuzz")
        let text = JSONGraphWriter().text(of: graph)
        #expect(message(of: text) == nil, "round \(round)")
      } catch {
        refused += 1
        #expect(Self.isInside(error, bytes), "round \(round): \(error)")
      }
    }
    #expect(refused > Rounds.of(2_000, usually: 400))
  }

  private static func damage(_ bytes: inout [UInt8], using random: inout SplitMix64) {
    guard !bytes.isEmpty else { return }
    let start = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 1...24, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes.removeSubrange(start..<end)
    case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 3: bytes.swapAt(start, Int.random(in: 0..<bytes.count, using: &random))
    default: bytes.removeSubrange(start...)
    }
  }

  private static func isInside(_ error: InputError, _ bytes: [UInt8]) -> Bool {
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    guard (1...lines.count).contains(error.line) else { return false }
    return (1...lines[error.line - 1].count + 1).contains(error.column)
  }
}
