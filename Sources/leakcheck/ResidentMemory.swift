import Foundation

#if canImport(Darwin)
import Darwin
#endif

/// The resident memory of this process in bytes, according to the system, mapped files
/// included.
enum ResidentMemory {
  #if canImport(Darwin)
  /// The most there was at one time.
  static var peak: Int {
    // RUSAGE_SELF, which is not of the same type everywhere.
    let own: Int32 = 0
    var usage = rusage()
    return unsafe getrusage(own, &usage) == 0 ? Int(usage.ru_maxrss) : 0
  }

  /// What there is now; not more than this.
  static var now: Int { peak }
  #else
  /// The most there was at one time.
  ///
  /// Not by `getrusage`, which begins with what the parent process had when it made this one.
  static var peak: Int { value(of: "VmHWM:") }

  /// What there is now.
  static var now: Int { value(of: "VmRSS:") }

  private static func value(of key: String) -> Int {
    let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix(key) }
    let number = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
    return (number.flatMap { Int($0) } ?? 0) * 1024
  }
  #endif
}
