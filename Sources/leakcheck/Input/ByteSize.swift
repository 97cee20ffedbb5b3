import ArgumentParser

/// An amount of memory in command line form: `512MB`, `1.5 GiB`, `2g`, `1000000`.
///
/// A KB is 1024 bytes, as in everything that leakcheck prints.
struct ByteSize: ExpressibleByArgument, Equatable {
  /// The bytes, at least 1.
  let bytes: Int

  /// The size that `argument` says, or `nil` where it is none.
  init?(argument: String) {
    let text = argument.lowercased()
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let power = Self.powers[String(text[digits.endIndex...].drop { $0 == " " })],
      digits.first != ".",
      digits.last != ".", let number = Double(digits)
    else { return nil }
    let bytes = number * Double(1 << (10 * power))
    guard bytes >= 1, bytes < Double(Int.max) else { return nil }
    self.bytes = Int(bytes)
  }

  /// The power of 1024 that a unit means.
  private static let powers: [String: Int] = [
    "": 0, "b": 0, "k": 1, "kb": 1, "kib": 1, "m": 2, "mb": 2, "mib": 2, "g": 3, "gb": 3, "gib": 3,
    "t": 4, "tb": 4, "tib": 4,
  ]
}
