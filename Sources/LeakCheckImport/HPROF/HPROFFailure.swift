/// A problem at a byte of a heap dump; ``ImportError`` once the file's name is known.
struct HPROFFailure: Error, Equatable {
  var offset: Int
  var problem: String
  var expected = ""

  func error(in source: String) -> ImportError {
    ImportError(source: source, offset: offset, problem: problem, expected: expected)
  }

  static func truncated(at offset: Int, inside what: String, needs: Int, has: Int) -> HPROFFailure {
    HPROFFailure(
      offset: offset, problem: "truncated \(what)",
      expected: "\(needs) bytes where \(max(0, has)) are left")
  }
}
