import LeakCheckGraph
import LeakCheckImport
import LeakCheckTestSupport
import LeakCheckText
import Testing

@Suite struct HPROFFuzzTests {
  @Test func `damaged dumps give a graph or an error inside the file`() {
    let originals = (0..<20).map { HPROFModel(seed: UInt64($0)).writer.file() }
    var random = SplitMix64(seed: 20_26)
    var refused = 0
    for round in 0..<Rounds.of(6_000, usually: 1_500) {
      var bytes = originals[round % originals.count]
      for _ in 0..<Int.random(in: 1...4, using: &random) { Self.damage(&bytes, using: &random) }
      do throws(InputError) {
        let graph = try HPROFReader().read(bytes, from: "fuzz")
        #expect(graph.objects.count <= bytes.count / 9)
      } catch {
        refused += 1
        let offset = error.offset ?? -1
        #expect((0...bytes.count).contains(offset), "round \(round): \(error)")
      }
    }
    #expect(refused > Rounds.of(2_000, usually: 500))
    #expect(refused < 6_000)
  }

  private static func damage(_ bytes: inout [UInt8], using random: inout SplitMix64) {
    guard bytes.count > 40 else { return }
    let start = Int.random(in: 20..<bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 1...24, using: &random))
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: bytes.removeSubrange(start..<end)
    case 3: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 4: bytes.swapAt(start, Int.random(in: 20..<bytes.count, using: &random))
    case 5: for index in start..<end { bytes[index] = 0xff }
    default: bytes.removeSubrange(start...)
    }
  }
}
