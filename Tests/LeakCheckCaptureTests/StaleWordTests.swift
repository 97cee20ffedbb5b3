#if os(Linux) && canImport(Glibc)
import Glibc
import LeakCheckCapture
import LeakCheckGraph
import Testing

@safe private final class Leaker {
  var me: Leaker?
  let buffer = UnsafeMutablePointer<UInt>.allocate(capacity: 64)
}

private final class Newcomer: Sendable {
  let number = 7
  static let kept = Newcomer()
}

extension LiveProcess {
  /// The memory of something that leaked may name an object of long ago whose address a new one has.
  @Test func `an old word in leaked memory leaks nothing`() throws {
    let newcomer = Newcomer()
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(newcomer).toOpaque())
    weak var leaked: Leaker?
    func leak() {
      let leaker = Leaker()
      leaker.me = leaker
      unsafe leaker.buffer.initialize(repeating: 0, count: 64)
      unsafe leaker.buffer[5] = address
      leaked = leaker
    }
    leak()
    #expect(try HeapCapture().fate(ofObjectAt: address) == .held)
    #expect(newcomer.number == 7)
    unsafe leaked?.buffer.deallocate()
    leaked?.me = nil
  }

  /// A thread keeps the continuations that it has run, and malloc gives some of them more than was asked for.
  @Test(arguments: [[64, 64], [80, 64], [64, 80]])
  func `an old word in a thread's continuations holds nothing`(sizes: [Int]) throws {
    let continuations = unsafe sizes.map {
      unsafe UnsafeMutablePointer<UInt>.allocate(capacity: $0 / 8)
    }
    // Between pages that cannot be read, so that it is nobody's data that comes before.
    let pages = unsafe mmap(nil, 3 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    let thread = unsafe try #require(pages) + 4096
    #expect(unsafe mprotect(thread, 4096, PROT_READ | PROT_WRITE) == 0)
    let memory = unsafe thread.assumingMemoryBound(to: UInt.self)
    // Retained once more than what names it by type does, so that any word may be what retains it.
    let retained = unsafe Unmanaged.passRetained(Newcomer.kept)
    defer { unsafe retained.release() }
    let kept = MaskedAddress(of: Newcomer.kept)
    for (index, words) in unsafe continuations.enumerated() {
      unsafe words.initialize(repeating: 0, count: 8)
      unsafe words[1] = UInt(sizes.count - index)
      unsafe words[2] = index + 1 < sizes.count ? UInt(bitPattern: continuations[index + 1]) : 0
      unsafe words[5] = kept.plain
    }
    unsafe memory[0] = UInt(getpid())
    unsafe memory[3] = UInt(bitPattern: continuations[0])
    let leaks = try captureRetainers(
      of: [(address: ObjectAddress(plain: kept.plain), because: "the test is over")])
    let holders = Set(leaks.graph.references.map(\.source.type))
    #expect(holders == ["Newcomer"])
    unsafe munmap(pages, 3 * 4096)
    for words in unsafe continuations { unsafe words.deallocate() }
  }
}
#endif
