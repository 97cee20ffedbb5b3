#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What the C library knows of the terminal behind standard output.
enum Terminal {
  /// Whether standard output is a terminal.
  static var isTerminal: Bool { isatty(1) == 1 }

  /// The columns of the terminal, or `nil` when there is none.
  static var width: Int? {
    var size = winsize()
    // The kernel fills the structure that lives on this frame, and keeps no pointer to it.
    guard isTerminal, unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}
