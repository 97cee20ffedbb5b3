#if os(Linux) && canImport(Glibc)
import Testing

@testable import LeakCheckCapture

private final class Plain {
  var number = 1
}

private final class Generic<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

private final class Latter {
  var number = 7
}

private enum Variable {
  nonisolated(unsafe) static var object: AnyObject?
}

extension LiveProcess {
  /// Malloc gives what was freed last to who asks next.
  @Test(arguments: [true, false])
  func `a variable that was given a new object in the memory of its last one is a root`(
    isGeneric: Bool
  ) throws {
    var isRoot: Bool?
    for _ in 0..<100 where isRoot == nil {
      unsafe Variable.object = isGeneric ? Generic(1) : Plain()
      let place = try MaskedAddress(of: #require(unsafe Variable.object))
      let mark = try HeapMark()
      unsafe Variable.object = nil
      unsafe Variable.object = Latter()
      guard try MaskedAddress(of: #require(unsafe Variable.object)) == place else { continue }
      let heap = try HeapCapture(since: mark)
      isRoot = heap.roots.globals[Int(heap.chunks.chunk(at: place.plain))] > 0
    }
    unsafe Variable.object = nil
    #expect(isRoot == true)
  }
}
#endif
