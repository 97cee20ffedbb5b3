package import LeakCheckGraph
import LeakCheckText

/// Words for amounts of work, rates and times.
package enum WorkWords {
  /// An amount in the units that a stage counts, such as "334 MB" or "3.5 M references".
  package static func amount(_ count: Int, _ unit: WorkStage.Unit) -> String {
    switch unit {
    case .bytes: ByteCountText.text(Int64(count))
    case .objects, .references, .findings:
      "\(scaled(Double(count))) \(count == 1 ? String(unit.rawValue.dropLast()) : unit.rawValue)"
    }
  }

  /// What is done in a second, such as "812 MB/s" or "4.5 M references/s".
  static func rate(_ rate: Double, _ unit: WorkStage.Unit) -> String {
    switch unit {
    case .bytes: ByteCountText.text(Int64(min(rate, 1e18))) + "/s"
    case .objects, .references, .findings: "\(scaled(rate)) \(unit.rawValue)/s"
    }
  }

  /// A time, such as "0.31 s", "12.5 s" or "2 min 5 s".
  static func time(_ time: Duration) -> String {
    let seconds = time / .seconds(1)
    if seconds < 10 { return "\(decimals(seconds, 100, 2)) s" }
    if seconds < 100 { return "\(decimals(seconds, 10, 1)) s" }
    return "\(Int(seconds) / 60) min \(Int(seconds) % 60) s"
  }

  /// A number with three digits that matter, such as "940", "3.5 M" or "12 K".
  private static func scaled(_ number: Double) -> String {
    guard number >= 10_000 else { return "\(Int(number.rounded()))" }
    var (value, unit) = (number / 1000, "K")
    if value >= 1000 { (value, unit) = (value / 1000, "M") }
    return value < 99.95 ? "\(decimals(value, 10, 1)) \(unit)" : "\(Int(value.rounded())) \(unit)"
  }

  /// `number` with `digits` decimals; `scale` is 10 to that power.
  private static func decimals(_ number: Double, _ scale: Double, _ digits: Int) -> String {
    let shifted = Int((number * scale).rounded())
    let rest = String(shifted % Int(scale))
    return "\(shifted / Int(scale))." + String(repeating: "0", count: digits - rest.count) + rest
  }
}
