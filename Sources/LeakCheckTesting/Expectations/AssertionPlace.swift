import Testing

/// The place of an assertion in the source of a test.
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

  /// The place as Swift Testing takes it.
  var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  }

  /// The file without folder and suffix, and the line: `ProfileTests-42`.
  var shortName: String {
    let file = "\(fileID)".split(separator: "/").last ?? "test"
    return "\(file.split(separator: ".").first ?? file)-\(line)"
  }
}
