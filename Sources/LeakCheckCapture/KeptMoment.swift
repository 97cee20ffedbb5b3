#if os(Linux) && canImport(Glibc)
import Glibc
import Synchronization

/// The objects of a moment, in a frozen copy of the process that is kept and asked about single objects.
///
/// Most tests leave nothing behind, so nothing is asked; then this costs a fork. The copy shares its pages with
/// the process until either writes to them, so only small processes are kept, and few at a time.
///
/// An object that had been deinitialised says so in its count, also where its memory had been freed: memory
/// that was handed out again has been written to since, and what malloc itself writes is no metadata.
///
/// A class, because it owns the copy.
final class KeptMoment: MarkedObjects, @unchecked Sendable {
  private let process: FrozenProcess

  private static let kept = Atomic(0)
  private static let mostKept = 8
  /// The most memory that may have to be copied while a moment is kept.
  private static let mostBytes = 64 << 20

  /// Keeps this moment; `nil` where the process is large, several moments are kept, or a fork is refused.
  init?() {
    guard Self.privateBytes <= Self.mostBytes else { return nil }
    guard Self.kept.add(1, ordering: .relaxed).newValue <= Self.mostKept,
      let process = FrozenProcess(pages: Pages())
    else {
      Self.kept.subtract(1, ordering: .relaxed)
      return nil
    }
    self.process = process
  }

  deinit { Self.kept.subtract(1, ordering: .relaxed) }

  func retainCount(ofType metadata: UInt, at address: UInt) -> Int32? {
    guard process.word(at: address) == metadata, let word = process.word(at: address + 8),
      let count = RetainCount.strong(of: word, at: address, reading: { process.word(at: $0) }),
      count != 0
    else { return nil }
    return count
  }

  /// The bytes of memory that are this process's alone; a large number where the system does not say.
  ///
  /// Source: `/proc/PID/statm` in the kernel's `Documentation/filesystems/proc.rst`: size, resident, shared, in pages.
  private static var privateBytes: Int {
    let pages = Pages()
    let fields = withExtendedLifetime(pages) {
      let text = contents(of: "/proc/self/statm", in: pages)
      return String(decoding: (0..<text.count).map { text[$0] }, as: UTF8.self)
        .split(separator: " ").compactMap { Int($0) }
    }
    return fields.count > 2 ? (fields[1] - fields[2]) * 4096 : .max
  }
}
#endif
