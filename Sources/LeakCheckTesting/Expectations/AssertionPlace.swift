import Testing

/// The source location of an assertion in a test.
struct AssertionPlace: Sendable {
  var fileID: StaticString
  var filePath: StaticString
  var line: UInt
  var column: UInt

  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The location in the form of Swift Testing.
  var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  }

  /// The file name without folder and suffix, and the line: `ProfileTests-42`.
  var shortName: String {
    let file = "\(fileID)".split(separator: "/").last ?? "test"
    return "\(file.split(separator: ".").first ?? file)-\(line)"
  }
}
