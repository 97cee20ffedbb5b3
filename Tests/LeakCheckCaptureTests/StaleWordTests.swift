#if os(Linux) && canImport(Glibc)
import Glibc
import Testing

@testable import LeakCheckCapture

@safe private final class Leaker {
  var me: Leaker?
  let buffer = UnsafeMutablePointer<UInt>.allocate(capacity: 64)
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

  /// What a thread has run it keeps for the next time, with old words in it, and malloc gives some of it more memory
  /// than was asked for.
  @Test(arguments: [[64, 64], [80, 64], [64, 80]])
  func `the continuations that a thread keeps hold nothing`(sizes: [Int]) throws {
    let continuations = unsafe sizes.map {
      UnsafeMutablePointer<UInt>.allocate(capacity: $0 / 8)
    }
    // Between pages that cannot be read, so that it is nobody's data that comes before.
    let pages = unsafe mmap(nil, 3 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    let thread = unsafe try #require(pages) + 4096
    #expect(unsafe mprotect(thread, 4096, PROT_READ | PROT_WRITE) == 0)
    let memory = unsafe thread.assumingMemoryBound(to: UInt.self)
    for index in sizes.indices {
      let words = unsafe continuations[index]
      unsafe words.initialize(repeating: 0, count: 8)
      unsafe words[1] = UInt(sizes.count - index)
      unsafe words[2] = index + 1 < sizes.count ? UInt(bitPattern: continuations[index + 1]) : 0
    }
    unsafe memory[0] = UInt(getpid())
    unsafe memory[3] = UInt(bitPattern: continuations[0])
    let heap = try HeapCapture()
    for index in sizes.indices {
      let node = unsafe heap.chunks.chunk(at: UInt(bitPattern: continuations[index]))
      #expect(node >= 0 && heap.objects.layouts[Int(node)] == HeapObjects.ignored)
    }
    unsafe munmap(pages, 3 * 4096)
    for index in sizes.indices { unsafe continuations[index].deallocate() }
  }
}
#endif
