internal import Dispatch
internal import LeakCheckGraph

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension BuildSupport {
  /// Large pages where the system has them on request, and `threads` threads, one or two.
  static func machine(threads: Int) -> BuildSupport {
    let both: Fork = { first, second in runBoth(first, second) }
    return unsafe BuildSupport(
      fork: threads > 1 ? both : nil, advise: { memory in unsafe useLargePages(for: memory) })
  }

  /// Does both pieces at once, where the system gives a second thread.
  private static func runBoth(_ first: () -> Void, _ second: () -> Void) {
    withoutActuallyEscaping(first) { first in
      withoutActuallyEscaping(second) { second in
        // Each is called once, by one thread, and both calls have ended when this function returns; that
        // they touch nothing in common is the promise of whoever forks.
        nonisolated(unsafe) let pieces = (first, second)
        DispatchQueue.concurrentPerform(iterations: 2) {
          $0 == 0 ? unsafe pieces.0() : unsafe pieces.1()
        }
      }
    }
  }

  /// Asks for large pages: a column of 100 MB then costs 50 page faults and not 25,000.
  private static func useLargePages(for memory: UnsafeMutableRawBufferPointer) {
    #if os(Linux)
    let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
    let start = (Int(bitPattern: memory.baseAddress) + pageSize - 1) / pageSize * pageSize
    let end = (Int(bitPattern: memory.baseAddress) + memory.count) / pageSize * pageSize
    guard start < end, let address = unsafe UnsafeMutableRawPointer(bitPattern: start) else {
      return
    }
    _ = unsafe madvise(address, end - start, MADV_HUGEPAGE)
    #endif
  }
}
