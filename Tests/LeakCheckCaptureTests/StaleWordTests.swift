#if os(Linux) && canImport(Glibc)
import Glibc
import LeakCheckCapture
import Testing

@safe private final class Leaker {
  var me: Leaker?
  let buffer = UnsafeMutablePointer<UInt>.allocate(capacity: 64)
}

private final class Looped {
  var me: Looped?
}

private final class Newcomer {
  let number = 7
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
    let kept = unsafe sizes.map { unsafe UnsafeMutablePointer<UInt>.allocate(capacity: $0 / 8) }
    let thread = unsafe mmap(
      nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    let memory = try #require(unsafe thread).assumingMemoryBound(to: UInt.self)
    weak var leaked: Looped?
    func leak() {
      let looped = Looped()
      looped.me = looped
      leaked = looped
      for (index, words) in unsafe kept.enumerated() {
        unsafe words.initialize(repeating: 0, count: 8)
        unsafe words[1] = UInt(kept.count - index)
        unsafe words[2] = index + 1 < kept.count ? UInt(bitPattern: kept[index + 1]) : 0
        unsafe words[5] = UInt(bitPattern: Unmanaged.passUnretained(looped).toOpaque())
      }
    }
    leak()
    let address = unsafe MaskedAddress(of: try #require(leaked))
    unsafe memory[0] = UInt(getpid())
    unsafe memory[3] = UInt(bitPattern: kept[0])
    #expect(try HeapCapture().fate(ofObjectAt: address.plain) == .leaked)
    unsafe munmap(memory, 4096)
    for words in unsafe kept { unsafe words.deallocate() }
    leaked?.me = nil
  }
}
#endif
