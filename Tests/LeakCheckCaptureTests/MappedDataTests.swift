#if os(Linux) && canImport(Glibc)
import Foundation
import Glibc
import LeakCheckCapture
import LeakCheckLocks
import Testing

extension LiveProcess {
  /// A word may name a place in a file that is unmapped before the capture has looked at all words.
  @Test func `a file that is unmapped during a capture is not read`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "leakcheck-\(UUID()).data")
    try Data(count: 1 << 16).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let mapper = FileMapper(path: file.path)
    mapper.start()
    for _ in 0..<100 { _ = try HeapCapture() }
    #expect(mapper.stop() > 0)
  }
}

/// A thread that maps a file, writes its address to where an object would have its type, and unmaps it.
private final class FileMapper: Sendable {
  private let path: String
  private let isStopping = Atomic(false)
  private let rounds = Atomic(0)
  private let stopped = DispatchSemaphore(value: 0)

  init(path: String) { self.path = path }

  func start() {
    Thread.detachNewThread { [self] in
      unsafe run()
      stopped.signal()
    }
  }

  /// Ends the thread and gives how often it has mapped the file.
  func stop() -> Int {
    isStopping.store(true, ordering: .releasing)
    stopped.wait()
    return rounds.load(ordering: .acquiring)
  }

  @unsafe private func run() {
    let word = UnsafeMutablePointer<UInt>.allocate(capacity: 8)
    unsafe word.initialize(repeating: 0, count: 8)
    defer { unsafe word.deallocate() }
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    while !isStopping.load(ordering: .acquiring) {
      guard let pages = unsafe mmap(nil, 1 << 16, PROT_READ, MAP_PRIVATE, file, 0),
        unsafe pages != MAP_FAILED
      else { return }
      unsafe word.pointee = UInt(bitPattern: pages) + 4096
      usleep(200)
      unsafe munmap(pages, 1 << 16)
      rounds.add(1, ordering: .releasing)
    }
  }
}
#endif
