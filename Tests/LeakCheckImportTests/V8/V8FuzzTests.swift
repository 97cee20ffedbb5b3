import Foundation
import LeakCheckGraph
import LeakCheckImport
import LeakCheckTestSupport
import LeakCheckText
import Testing

@Suite struct V8FuzzTests {
  @Test(arguments: 0..<8)
  func `A thousand damaged snapshots give a graph or an error inside the file`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let originals = (0..<20).map { round in
      V8Model.random(seed: seed * 100 + round).text(.random(using: &random))
    }
    var refused = 0
    for round in 0..<Rounds.of(1_000, usually: 40) {
      var bytes = originals[round % originals.count]
      for _ in 0..<Int.random(in: 1...3, using: &random) { Self.damage(&bytes, using: &random) }
      do throws(InputError) {
        let graph = try V8SnapshotReader().read(bytes, from: "fuzz")
        #expect(graph.objects.allSatisfy { $0.size >= 0 })
      } catch {
        refused += 1
        #expect(Self.isInside(error, bytes), "round \(round): \(error)")
      }
    }
    #expect(refused > Rounds.of(400, usually: 12))
  }

  private static func damage(_ bytes: inout [UInt8], using random: inout SplitMix64) {
    guard !bytes.isEmpty else { return }
    let start = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 1...24, using: &random))
    let signs = Array("0123456789,[]{}\"\\-.eE \n\u{0}".utf8)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes.removeSubrange(start..<end)
    case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 3: bytes.swapAt(start, Int.random(in: 0..<bytes.count, using: &random))
    case 4: bytes[start] = signs.randomElement(using: &random) ?? 0
    case 5: bytes.insert(signs.randomElement(using: &random) ?? 0, at: start)
    default: bytes.removeSubrange(start...)
    }
  }

  private static func isInside(_ error: InputError, _ bytes: [UInt8]) -> Bool {
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    guard (1...lines.count).contains(error.line) else { return false }
    return (1...lines[error.line - 1].count + 1).contains(error.column)
  }
}
