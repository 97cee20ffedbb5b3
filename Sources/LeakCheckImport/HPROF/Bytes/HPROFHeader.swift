import LeakCheckText

/// The header of a heap dump: its version and the width of its ids.
struct HPROFHeader: Equatable {
  var version: String
  var idSize: Int
  /// Where the first record begins.
  var end: Int

  /// - Throws: ``InputFailure`` for another format, an unknown version or a width other than 4 and 8.
  init(_ bytes: HPROFBytes) throws(InputFailure) {
    let magic = HPROFFormat.magic
    guard bytes.count >= magic.count, magic.indices.allSatisfy({ bytes[$0] == magic[$0] }) else {
      throw InputFailure(
        offset: 0, problem: bytes.count == 0 ? "empty file" : "file is not a heap dump",
        expected: "\"JAVA PROFILE 1.0.2\"")
    }
    version = try Self.version(in: bytes, from: magic.count)
    var cursor = HPROFCursor(
      bytes, (magic.count + version.utf8.count + 1)..<bytes.count, what: "header")
    idSize = Int(try cursor.u4())
    guard idSize == 4 || idSize == 8 else {
      throw InputFailure(
        offset: cursor.offset - 4, problem: "ids of \(idSize) bytes", expected: "4 or 8")
    }
    end = try cursor.skip(8) + 8
  }

  private static func version(
    in bytes: HPROFBytes, from start: Int
  ) throws(InputFailure) -> String {
    let longest = 16
    let stop = (start..<min(bytes.count, start + longest)).first { bytes[$0] == 0 }
    guard let stop else {
      throw InputFailure(
        offset: start, problem: "version without an end", expected: expectedVersions)
    }
    let version = bytes.text(in: start..<stop)
    guard HPROFFormat.versions.contains(version) else {
      throw InputFailure(
        offset: start, problem: "unknown version \(Quotation.quoted(version))",
        expected: expectedVersions)
    }
    return version
  }

  private static var expectedVersions: String {
    "one of \(Quotation.list(HPROFFormat.versions))"
  }
}
