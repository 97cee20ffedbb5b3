#if os(Linux) && canImport(Glibc)
import Glibc
import LeakCheckCapture
import Testing

private final class Holder {
  var me: Holder?
  var bytes = [UInt8](repeating: 1, count: 40_000)
}

extension LiveProcess {
  /// Advice about single pages makes the system list a heap in pieces.
  @Test func `a heap in pieces is one heap`() throws {
    let holders = (0..<200).map { _ in Holder() }
    for holder in holders {
      let start = unsafe holder.bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
      let page = (start + 8192) & ~4095
      let isAdvised = unsafe madvise(
        UnsafeMutableRawPointer(bitPattern: page), 4096, MADV_NOHUGEPAGE)
      #expect(isAdvised == 0)
    }
    holders[100].me = holders[100]
    defer { holders[100].me = nil }
    let heap = try HeapCapture()
    for holder in holders {
      let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(holder).toOpaque())
      #expect(heap.fate(ofObjectAt: address) != .absent)
    }
    withExtendedLifetime(holders) {}
  }
}
#endif
