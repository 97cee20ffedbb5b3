import Foundation
import LeakCheckCapture
import Testing

final class Node {
  var next: Node?
  var onUpdate: (() -> Void)?
  init() {}
}

@inline(never)
func makeCycle() -> UInt {
  let node = Node()
  node.next = Node()
  node.next?.next = node
  return ~UInt(bitPattern: ObjectIdentifier(node))
}

@inline(never)
func makeClosureCycle() -> UInt {
  let node = Node()
  var count = 0
  node.onUpdate = { node.next = nil; count += 1 }
  return ~UInt(bitPattern: ObjectIdentifier(node))
}

@Test func `a cycle is leaked and what a local holds is not`() throws {
  let kept = Node()
  let cycle = makeCycle()
  let closure = makeClosureCycle()
  let capture = try HeapCapture()
  #expect(capture.fate(ofObjectAt: ~cycle) == .leaked)
  #expect(capture.fate(ofObjectAt: ~closure) == .leaked)
  #expect(capture.fate(ofObjectAt: UInt(bitPattern: ObjectIdentifier(kept))) == .held)
  withExtendedLifetime(kept) {}
  for _ in 0..<100 {
    let c = ContinuousClock().now
    let capture = try HeapCapture()
    print(ContinuousClock().now - c, capture.objectCount)
  }
}
