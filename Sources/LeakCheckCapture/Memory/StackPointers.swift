#if os(Linux) && canImport(Glibc)
import CLeakCheckCapture
import Glibc

/// The stack pointers of this process's threads: words below them are outdated ones of calls that have returned.
struct StackPointers {
  /// The system's record of a thread: its system call, its stack and its program counter.
  private struct Waiting {
    var thread: Int32
    var line: Range<Int>
  }

  private let text: PageArray<UInt8>
  /// The waiting threads, ordered by number.
  private let waiting: [Waiting]
  /// The system's numbers of all threads.
  let threads: Set<Int32>
  /// The calling thread's number.
  let ownThread: Int32
  private let own: UInt

  private static let lineSize = 256
  private static let mostThreads = 1 << 12

  /// The current stacks, written to `pages`, which must outlive them.
  ///
  /// Running threads are unknown, except the calling one.
  init(in pages: Pages) {
    var marker: UInt = 0
    // This thread's words in use are above.
    own = unsafe withUnsafePointer(to: &marker) { UInt(bitPattern: $0) }
    ownThread = leakcheck_thread()
    let all = Self.allThreads().sorted()
    threads = Set(all)
    text = PageArray(in: pages, count: min(all.count, Self.mostThreads) * Self.lineSize)
    var waiting: [Waiting] = []
    waiting.reserveCapacity(all.count)
    for (index, thread) in all.prefix(Self.mostThreads).enumerated() {
      let line = Self.line(of: thread, in: text, at: index * Self.lineSize)
      // The record of a running thread says `running`.
      guard line.count > 0, text[line.lowerBound] != UInt8(ascii: "r") else { continue }
      waiting.append(Waiting(thread: thread, line: line))
    }
    self.waiting = waiting
  }

  /// The ends of stacks that are the same at `later`: those threads have not moved in between.
  func unmoved(until later: StackPointers) -> [UInt] {
    var ends = [own]
    var others = later.waiting[...]
    for one in waiting {
      others = others.drop { $0.thread < one.thread }
      guard let other = others.first, other.thread == one.thread,
        text.isEqual(one.line, later.text, other.line), let end = stackPointer(one.line)
      else { continue }
      ends.append(end)
    }
    return ends
  }

  /// The threads, and the ends of their stacks.
  func moment(ends: [UInt]) -> ThreadMoment {
    ThreadMoment(threads: threads, own: ownThread, first: getpid(), stackEnds: ends)
  }

  /// The current threads, by the system's numbers.
  static func allThreads() -> [Int32] {
    guard let directory = unsafe opendir("/proc/self/task") else { return [] }
    defer { unsafe closedir(directory) }
    var threads: [Int32] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe atoi(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name > 0 { threads.append(name) }
    }
    return threads
  }

  /// Reads the system call in which a thread waits: its number, six arguments, stack and program counter.
  private static func line(
    of thread: Int32, in text: PageArray<UInt8>, at start: Int
  ) -> Range<Int> {
    let file = unsafe open("/proc/self/task/\(thread)/syscall", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return start..<start }
    defer { close(file) }
    return start..<start + max(0, unsafe read(file, text.base + start, lineSize))
  }

  /// The eighth word of a line.
  private func stackPointer(_ line: Range<Int>) -> UInt? {
    let words = String(decoding: line.map { text[$0] }, as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    guard words.count == 9, words[7].hasPrefix("0x") else { return nil }
    return UInt(words[7].dropFirst(2), radix: 16)
  }
}

extension PageArray<UInt8> {
  /// Whether two byte ranges of two lists are equal.
  fileprivate func isEqual(
    _ range: Range<Int>, _ other: PageArray, _ otherRange: Range<Int>
  )
    -> Bool
  {
    guard range.count == otherRange.count else { return false }
    return unsafe memcmp(
      base + range.lowerBound, other.base + otherRange.lowerBound, range.count) == 0
  }
}
#endif
