import LeakCheckGraph
import LeakCheckText

/// Changes and shares in readable form.
package enum ChangeText {
  /// A number of things more or fewer, such as "+12" or "-3"; "0" for none.
  package static func count(_ change: Int) -> String {
    (change > 0 ? "+" : "") + ByteCountText.grouped(change)
  }

  /// Bytes more or fewer, such as "+1.2 MB" or "-96 bytes"; "0 bytes" for none.
  package static func bytes(_ change: Int64) -> String {
    let sign = change > 0 ? "+" : change < 0 ? "-" : ""
    return sign + ByteCountText.text(Int64(clamping: change.magnitude))
  }

  /// The share of a whole in hundredths, such as "86 %", "6.5 %" or "<0.1 %"; empty of a whole of 0.
  package static func share(_ part: Int64, of whole: Int64) -> String {
    guard whole > 0 else { return "" }
    let tenths = (Double(part) / Double(whole) * 1000).rounded()
    if tenths < 1 { return part > 0 ? "<0.1 %" : "0 %" }
    guard tenths < 100 else { return "\(Int((tenths / 10).rounded())) %" }
    return "\(Int(tenths) / 10).\(Int(tenths) % 10) %"
  }
}
