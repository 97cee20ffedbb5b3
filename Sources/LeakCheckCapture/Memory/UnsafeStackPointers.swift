#if os(Linux) && canImport(Glibc)
import Glibc

/// Where the stacks of this process's threads end: what lies below is left over from calls that returned.
struct StackPointers {
  private let lines: [Int32: String]
  /// The system's numbers of all threads.
  let threads: Set<Int32>
  private let own: UInt

  /// The stacks of this moment.
  ///
  /// Threads that run cannot be told, apart from the calling one.
  init() {
    var marker: UInt = 0
    // What this thread needs lies above.
    own = unsafe withUnsafePointer(to: &marker) { UInt(bitPattern: $0) }
    var lines: [Int32: String] = [:]
    threads = Set(Self.allThreads())
    for thread in threads {
      if let line = Self.line(of: thread), line.first?.isNumber == true { lines[thread] = line }
    }
    self.lines = lines
  }

  /// The ends of stacks that were the same at `later`: those threads have not moved in between.
  func unmoved(until later: StackPointers) -> [UInt] {
    let unmoved = lines.filter { later.lines[$0.key] == $0.value }
    return [own] + unmoved.values.compactMap { Self.stackPointer($0) }
  }

  private static func allThreads() -> [Int32] {
    guard let directory = unsafe opendir("/proc/self/task") else { return [] }
    defer { unsafe closedir(directory) }
    var threads: [Int32] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if let thread = Int32(name) { threads.append(thread) }
    }
    return threads
  }

  /// The system call that a thread waits in: its number, six arguments, stack and place.
  private static func line(of thread: Int32) -> String? {
    let file = unsafe open("/proc/self/task/\(thread)/syscall", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let room = 256
    return unsafe String(unsafeUninitializedCapacity: room) { buffer in
      max(0, unsafe read(file, buffer.baseAddress, room))
    }
  }

  private static func stackPointer(_ line: String) -> UInt? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count == 9, words[7].hasPrefix("0x") else { return nil }
    return UInt(words[7].dropFirst(2), radix: 16)
  }
}
#endif
