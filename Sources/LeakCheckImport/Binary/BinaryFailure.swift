/// Why a file is no binary graph, and at which byte.
struct BinaryFailure: Error {
  var offset: Int
  var problem: String
  var expected: String

  /// What somebody can do whose file is damaged.
  static let advice = "convert the dump again"

  init(at offset: Int, _ problem: String, expected: String) {
    self.offset = offset
    self.problem = problem
    self.expected = expected
  }

  /// The error for a file called `source`.
  func error(in source: String) -> ImportError {
    ImportError(
      source: source, offset: offset, problem: problem, expected: "\(expected); \(Self.advice)")
  }

  /// Bytes or a checksum as a person compares them.
  static func hex(_ value: UInt64) -> String { "0x" + String(value, radix: 16) }
}
