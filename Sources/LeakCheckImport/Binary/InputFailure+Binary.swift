import LeakCheckText

extension InputFailure {
  /// Why a file is no binary graph, and at which byte.
  init(at offset: Int, _ problem: String, expected: String) {
    self.init(
      offset: offset, problem: problem, expected: "\(expected); convert the dump again")
  }

  /// Bytes or a checksum as a person compares them.
  static func hex(_ value: UInt64) -> String { "0x" + String(value, radix: 16) }
}
