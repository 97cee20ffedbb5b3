import LeakCheckTestSupport
import Testing

@testable import LeakCheckReport

@Suite struct PanelPackingTests {
  @Test(arguments: Rounds.seeds(200, usually: 60))
  func `no two boxes meet, and none is outside of the page`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let boxes = (0..<Int.random(in: 1...20, using: &random)).map { _ in
      PanelPacking.Size(
        width: Double.random(in: 10...900, using: &random),
        height: Double.random(in: 10...400, using: &random))
    }
    let packing = PanelPacking(boxes, width: 1_000, gap: 10)
    #expect(packing.corners.count == boxes.count && packing.size.width <= 1_000)
    let placed = Array(zip(packing.corners, boxes))
    for (index, (corner, box)) in placed.enumerated() {
      #expect(corner.x >= 0 && corner.x + box.width <= packing.size.width)
      #expect(corner.y >= 0 && corner.y + box.height <= packing.size.height)
      for (other, size) in placed[..<index] {
        let isBeside = corner.x + box.width + 10 <= other.x || other.x + size.width + 10 <= corner.x
        let isBelow =
          corner.y + box.height + 10 <= other.y || other.y + size.height + 10 <= corner.y
        #expect(isBeside || isBelow, "\(seed): \(corner) \(box) meets \(other) \(size)")
      }
    }
  }

  @Test func `a small box goes beside a large one, in the order of importance`() {
    let packing = PanelPacking(
      [(600, 300), (300, 100), (300, 100), (900, 50)].map { .init(width: $0.0, height: $0.1) },
      width: 1_000, gap: 10)
    #expect(packing.corners.map(\.x) == [0, 610, 610, 0])
    #expect(packing.corners.map(\.y) == [0, 0, 110, 310])
  }

  @Test func `a box that is wider than the page makes it wider`() {
    let packing = PanelPacking([.init(width: 1_500, height: 10)], width: 1_000, gap: 10)
    #expect(packing.size == .init(width: 1_500, height: 10))
    #expect(PanelPacking([], width: 10, gap: 1).size == .init(width: 0, height: 0))
  }
}
