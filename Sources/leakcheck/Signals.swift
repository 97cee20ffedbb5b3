import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Signal handling as a shell expects it: an immediate, silent end without half-written files.
///
/// The signals are blocked in every thread but one, which waits for them. What it does then is ordinary code
/// beside threads that go on, so no lock and no allocation can be caught half-way as in a signal handler.
enum Signals {
  /// The signals that ask a program to end.
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Begins to wait.
  ///
  /// Must be called before another thread is made, as that gets the blocked signals of its maker.
  ///
  /// A signal that is ignored when the program starts, as `nohup` does it, stays ignored.
  static func watch() {
    // A file that may not grow is an error of the write, which is told and leaves nothing behind.
    signal(SIGXFSZ, SIG_IGN)
    let signals = ending.filter { !isIgnored($0) }
    guard !signals.isEmpty else { return }
    change(SIG_BLOCK, signals)
    Thread.detachNewThread { wait(for: signals) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    let known = signal(number, SIG_DFL)
    // SIG_IGN is the address 1 on every system; function pointers cannot be compared.
    guard unsafe unsafeBitCast(known, to: Int.self) == 1 else { return false }
    signal(number, SIG_IGN)
    return true
  }

  /// Blocks signals in the calling thread, or lets them through.
  private static func change(_ how: Int32, _ signals: [Int32]) {
    var set = self.set(of: signals)
    _ = unsafe pthread_sigmask(how, &set, nil)
  }

  private static func set(of signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    return set
  }

  private static func wait(for signals: [Int32]) {
    var set = set(of: signals)
    var number: Int32 = 0
    while unsafe sigwait(&set, &number) != 0 {}
    end(by: number)
  }

  /// Ends the process by a signal, with nothing half-written left.
  static func end(by number: Int32) -> Never {
    // A thread in the middle of a rename takes no longer than that; if the disk does, the file stays.
    for _ in 0..<40 {
      TemporaryFiles.end { paths in
        for path in paths { unsafe unlink(path) }
        ProgressLine.clearAtEnd()
        die(by: number)
      }
      usleep(1000)
    }
    die(by: number)
  }

  /// Ends the process so that its parent sees the signal.
  private static func die(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    change(SIG_UNBLOCK, [number])
    kill(getpid(), number)
    // Reached only where something outside holds the signal back.
    _exit(128 + number)
  }
}
