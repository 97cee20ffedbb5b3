import Foundation

/// What captures must leave as it was.
struct ProcessState {
  /// Processes this one has started and not yet ended, zombies too.
  let children: [String]
  let openFiles: Int
  let residentKilobytes: Int
  let retainCounts: [Int]

  /// The state now, with the retain counts of some objects.
  static func now(_ probes: [MaskedAddress]) -> ProcessState {
    ProcessState(
      children: childrenNow(), openFiles: openFilesNow(), residentKilobytes: residentNow(),
      retainCounts: probes.map { LiveObject.retainCount(at: $0) })
  }

  private static func childrenNow() -> [String] {
    names("/proc/self/task").flatMap { task in
      text("/proc/self/task/\(task)/children").split(separator: " ").map(String.init)
    }.sorted()
  }

  private static func openFilesNow() -> Int { names("/proc/self/fd").count }

  private static func residentNow() -> Int {
    let line = text("/proc/self/status").split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  private static func names(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
