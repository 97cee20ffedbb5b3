import Foundation

/// The hardware of this run, as far as it matters: never its name.
struct Machine {
  var description: String {
    let copy = String(format: "%.1f", copyRate())
    return "\(processor()), \(ProcessInfo.processInfo.activeProcessorCount) cores, "
      + "\(ProcessInfo.processInfo.physicalMemory >> 30) GiB, memcpy \(copy) GB/s (read and written "
      + "bytes counted once)"
  }

  private func processor() -> String {
    let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let lines = text?.split(separator: "\n") ?? []
    func value(_ key: String) -> String {
      let line = lines.first { $0.hasPrefix(key) }
      return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "?"
    }
    return "\(value("model name")) (family \(value("cpu family"))), cache \(value("cache size"))"
  }

  /// The median of seven copies of 256 MiB, in 10⁹ bytes a second.
  private func copyRate() -> Double {
    let source = [UInt8](repeating: 1, count: 1 << 28)
    var target = [UInt8](repeating: 0, count: 1 << 28)
    let rates = (0..<7).map { _ in
      let start = DispatchTime.now().uptimeNanoseconds
      target.replaceSubrange(0..<target.count, with: source)
      return Double(source.count) / Double(DispatchTime.now().uptimeNanoseconds - start)
    }
    return rates.sorted()[3]
  }
}
