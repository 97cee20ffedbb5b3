import LeakCheckCapture
import Testing

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
}
