import Foundation
import LeakCheckGraph
import LeakCheckImport
import Testing

@Suite struct SchemaTests {
  private static func files(_ folder: String) -> [String] {
    let url = Bundle.module.resourceURL?.appendingPathComponent("Fixtures/\(folder)")
    let names = url.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
    return names.sorted().map { "\(url?.path ?? "")/\($0)" }
  }

  /// The graphs of every example.
  private static var examples: [String] {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let cases = root.appendingPathComponent("Examples/Cases")
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: cases.path)) ?? []
    let files = folders.sorted().flatMap { folder in
      ["graph.json", "fixed.json"].map { cases.path + "/\(folder)/\($0)" }
    }
    return files.filter(FileManager.default.fileExists)
  }

  private func isRead(_ path: String) throws -> Bool {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    return (try? JSONGraphReader().read(bytes, from: path)) != nil
  }

  @Test(arguments: files("Accepted"))
  func `an accepted file is read`(path: String) throws { #expect(try isRead(path)) }

  @Test(arguments: files("Rejected") + files("RejectedByReaderOnly"))
  func `a rejected file is refused`(path: String) throws { #expect(try !isRead(path)) }

  /// Prints the paths of the files that the schema in the first argument accepts.
  private static let script = """
    import json, sys
    from jsonschema import Draft202012Validator
    schema = json.load(open(sys.argv[1]))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for path in sys.argv[2:]:
        if validator.is_valid(json.load(open(path, encoding="utf-8"))):
            print(path)
    """

  @Test func `a real validator agrees with the reader`() throws {
    let accepted = Self.files("Accepted") + Self.examples
    let rejected = Self.files("Rejected")
    #expect(accepted.count >= 40)
    #expect(rejected.count >= 40)
    let valid = try validated(accepted + rejected)
    #expect(valid == accepted)
  }

  private func validated(_ paths: [String]) throws -> [String] {
    let schema = FileManager.default.temporaryDirectory
      .appendingPathComponent("schema-\(UUID().uuidString).json")
    try Data(GraphSchema.text.utf8).write(to: schema)
    defer { try? FileManager.default.removeItem(at: schema) }
    var output = ""
    for python in ["/usr/bin/env", "/usr/bin/python3"] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: python)
      let name = python.hasSuffix("env") ? ["python3"] : []
      process.arguments = name + ["-c", Self.script, schema.path] + paths
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      if process.terminationStatus == 0 { return output.split(separator: "\n").map(String.init) }
    }
    Issue.record("no python3 with jsonschema: apt-get install python3-jsonschema")
    return []
  }
}
