import Foundation
import LeakCheckGraph
import LeakCheckImport
import LeakCheckText
import Testing

/// The files of the folder Fixtures.
enum Fixtures {
  static let accepted = files(in: "Accepted")
  static let rejected = files(in: "Rejected")
  static let rejectedBeyondSchema = files(in: "RejectedBeyondSchema")

  /// The graphs of every example.
  static var examples: [URL] {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let cases = root.appending(path: "Examples/Cases")
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: cases.path)) ?? []
    let files = folders.sorted().flatMap { folder in
      ["graph.json", "fixed.json"].map { cases.appending(path: "\(folder)/\($0)") }
    }
    return files.filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  private static func files(in folder: String) -> [URL] {
    guard let root = Bundle.module.resourceURL?.appending(path: "Fixtures/\(folder)"),
      let walker = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    else { return [] }
    return walker.compactMap { $0 as? URL }.filter { $0.pathExtension == "json" }
      .sorted { $0.path < $1.path }
  }
}

@Suite struct FixtureTests {
  @Test func `All fixtures are there`() {
    #expect(Fixtures.accepted.count >= 25)
    #expect(Fixtures.rejected.count >= 50)
    #expect(Fixtures.rejectedBeyondSchema.count >= 6)
  }

  @Test(arguments: Fixtures.accepted)
  func `An accepted file is read, and again when written`(_ file: URL) throws {
    let graph = try GraphReaders.read(Array(Data(contentsOf: file)), from: file.path)
    let text = JSONGraphWriter().text(of: graph)
    let again = try GraphReaders.read(Array(text.utf8), from: "written")
    #expect(JSONGraphWriter().text(of: again) == text)
    #expect(again.objects.map(\.objectDescription) == graph.objects.map(\.objectDescription))
  }

  @Test(arguments: Fixtures.rejected + Fixtures.rejectedBeyondSchema)
  func `A rejected file is refused at a place inside`(_ file: URL) throws {
    let bytes = try Array(Data(contentsOf: file))
    #expect(throws: InputError.self) { try GraphReaders.read(bytes, from: file.path) }
  }

  @Test func `The schema and the reader agree`() throws {
    let schema = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try GraphSchema.text.write(to: schema, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: schema) }
    #expect(Fixtures.examples.count >= 31)
    let valid = Fixtures.accepted + Fixtures.rejectedBeyondSchema + Fixtures.examples
    let files = valid + Fixtures.rejected
    let verdicts = try Self.validate(files, against: schema)
    #expect(verdicts.count == files.count, "the validator says: \(verdicts)")
    for (file, verdict) in zip(files, verdicts) {
      #expect(verdict == (valid.contains(file) ? "valid" : "invalid"), "\(file.lastPathComponent)")
    }
  }

  private static let script = """
    import json, sys, jsonschema
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for path in sys.argv[2:]:
        value = json.load(open(path, encoding="utf-8-sig"))
        print("valid" if validator.is_valid(value) else "invalid")
    """

  /// Debian's package belongs to Debian's python3, which need not be the first one in the path.
  private static let shell = """
    python=python3
    "$python" -c 'import jsonschema' 2>/dev/null || python=/usr/bin/python3
    exec "$python" "$@"
    """

  /// A verdict for each file, by the Python package `jsonschema`.
  private static func validate(_ files: [URL], against schema: URL) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", shell, "sh", "-c", script, schema.path] + files.map(\.path)
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(
      process.terminationStatus == 0,
      """
      python3 with the package jsonschema (apt-get install python3-jsonschema) is needed: \
      \(String(decoding: complaint, as: UTF8.self))
      """)
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map { String($0) }
  }
}
