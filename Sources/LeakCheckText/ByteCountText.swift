/// Numbers of bytes and objects in readable form.
package enum ByteCountText {
  private static let units = ["KB", "MB", "GB", "TB", "PB", "EB"]

  /// The text of `bytes`, such as "912 bytes", "18.4 KB" or "1.2 MB".
  ///
  /// A KB is 1024 bytes, as in the output of `leaks`.
  package static func text(_ bytes: Int64) -> String {
    guard bytes >= 1024 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var tenths = (Double(bytes) / 1024 * 10).rounded()
    var unit = 0
    while tenths >= 10_240, unit < units.count - 1 {
      tenths = (tenths / 1024).rounded()
      unit += 1
    }
    // From 100 on a tenth says nothing that a reader needs.
    guard tenths < 1000 else { return "\(grouped(Int((tenths / 10).rounded()))) \(units[unit])" }
    let whole = Int(tenths)
    return "\(whole / 10).\(whole % 10) \(units[unit])"
  }

  /// The text of `count` with a thin space between thousands, from 10,000 on as from 1,000.
  package static func grouped(_ count: Int) -> String {
    let digits = Array(String(count.magnitude))
    var text = count < 0 ? "-" : ""
    for (position, digit) in digits.enumerated() {
      if position > 0, (digits.count - position) % 3 == 0 { text += "\u{2009}" }
      text.append(digit)
    }
    return text
  }

  /// The text of `count` things, such as "1 object" or "7 objects".
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}
