import LeakCheckGraph
import Testing

@testable import LeakCheckCapture

extension LiveProcess {
  private final class Target {
    var first = 1
    var second = 2
    var third = 3

    /// What is made and released in one function, the optimiser puts in its frame.
    @inline(never) static func onHeap() -> Target { Target() }
  }

  private final class Holder {
    weak var target: Target?
    var list: [Int] = []

    @inline(never) static func onHeap() -> Holder { Holder() }
  }

  /// A weak variable that nobody has read since its object died names an address that others have by now.
  @Test func `a weak reference to a dead object names nothing`() throws {
    let holders = (0..<50).map { _ in Holder() }
    do {
      var targets: [Target] = []
      for holder in holders {
        let target = Target()
        holder.target = target
        targets.append(target)
      }
    }
    for (number, holder) in holders.enumerated() { holder.list = [number, number] }
    let graph = try captureObjectGraph()
    let found = graph.objects.filter { $0.type == "LiveProcess.Holder" }
    #expect(found.count >= holders.count)
    #expect(found.allSatisfy { $0.references.allSatisfy { $0.strength != .weak } })
    withExtendedLifetime(holders) {}
  }

  @Test func `a weak reference to a live object names it`() throws {
    let holder = Holder.onHeap()
    let target = Target.onHeap()
    holder.target = target
    let graph = try captureObjectGraph()
    let weak = graph.objects.filter { $0.type == "LiveProcess.Holder" }
      .flatMap { $0.references.filter { $0.strength == .weak } }
    #expect(weak.contains { $0.target.type == "LiveProcess.Target" })
    withExtendedLifetime((holder, target)) {}
  }
}
