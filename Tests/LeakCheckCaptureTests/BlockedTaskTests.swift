#if os(Linux) && canImport(Glibc)
import Dispatch
import Testing

@testable import LeakCheckCapture

extension LiveProcess {
  private final class Belonging: Sendable {
    let number = 7
  }

  /// A test that does not await blocks its thread while it waits for its turn: what it has is its own, not something
  /// that a thread was begun with.
  @Test func `a thread that runs a task holds nothing itself`() throws {
    let (areThere, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let belonging = Belonging()
    let address = objectAddress(of: belonging)
    Task.detached {
      withExtendedLifetime(belonging) {
        areThere.signal()
        mayGo.wait()
      }
    }
    let other = Belonging()
    let otherAddress = objectAddress(of: other)
    DispatchQueue(label: "a queue's own").async {
      withExtendedLifetime(other) {
        areThere.signal()
        mayGo.wait()
      }
    }
    for _ in 0..<2 { areThere.wait() }
    defer { for _ in 0..<2 { mayGo.signal() } }
    let heap = try HeapCapture()
    let nodes = [address, otherAddress].map { heap.chunks.chunk(at: UInt($0)) }
    #expect(nodes.allSatisfy { $0 >= 0 })
    #expect(!heap.threads.isCertain(nodes[0]))
    #expect(heap.threads.isCertain(nodes[1]))
  }
}
#endif
