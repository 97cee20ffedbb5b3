import LeakCheckGraph

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The C library's facts about a terminal.
struct Terminal {
  /// The terminal behind standard output.
  static let output = Terminal(descriptor: STDOUT_FILENO)
  /// The terminal behind standard error.
  static let errors = Terminal(descriptor: STDERR_FILENO)

  /// The open file that may be a terminal.
  let descriptor: Int32

  /// Whether it is one.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether this process may write to it without disturbing another that has the foreground.
  ///
  /// A terminal that does not control this process has no foreground for it, which is -1.
  var isInForeground: Bool { [getpgrp(), -1].contains(tcgetpgrp(descriptor)) }

  /// The columns of the terminal, or `nil` when there is none.
  var width: Int? {
    var size = winsize()
    // The kernel fills the structure that lives on this frame, and keeps no pointer to it.
    guard isTerminal, unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}
