import Foundation
import LeakCheckLessons
import LeakCheckTestSupport
import Testing

/// A folder with the declarations of frameworks, in which sources are type-checked in Swift 6 mode.
struct CompilerRoom {
  /// The compiler of this machine, if there is one.
  static let compiler = ProcessInfo.processInfo.environment["PATH", default: ""]
    .split(separator: ":").map { "\($0)/swiftc" }
    .first(where: FileManager.default.isExecutableFile)

  private let folder: URL
  private let compiler: URL

  init() throws {
    compiler = URL(filePath: Self.compiler ?? "")
    folder = FileManager.default.temporaryDirectory
      .appending(path: "leakcheck-fixes-\(UUID().uuidString)")
    for module in ["Combine", "UIKit", "WebKit"] { try make(module) }
  }

  /// Compiles the declarations of a framework.
  private func make(_ module: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = "Fixtures/Frameworks/\(module).swift.txt"
    let text = try Data(contentsOf: Bundle.module.bundleURL.appending(path: name))
    let source = folder.appending(path: "\(module).swift")
    try text.write(to: source)
    let isMade = run(
      [
        "-emit-module", "-parse-as-library", "-module-name", module, source.path,
        "-emit-module-path", folder.appending(path: "\(module).swiftmodule").path,
      ])
    try #require(isMade, "the declarations of \(module) do not compile")
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// The fixes of a source as code, as the report has them; `nil` for a step without.
  func codes(of source: String) throws -> [ToldReport.Code?] {
    try Data(source.utf8).write(to: folder.appending(path: Lesson.fileName))
    let result = try CommandResult.ofLeakcheck(
      ["simulate", Lesson.fileName, "--format", "json"], in: folder)
    let told = try JSONDecoder().decode(ToldReport.self, from: Data(result.output.utf8))
    return told.findings.flatMap { $0.cut.map(\.code) }
  }

  /// Whether a program compiles as an app's, whose code is the main actor's unless it says otherwise.
  func compiles(_ source: String) -> Bool {
    // Selectors are Apple's alone; what `expectGone` and `expectAlive` are, a lesson does not declare.
    let text =
      source.replacing("@objc ", with: "").replacing("dynamic ", with: "")
      .replacing(/#selector\(([^)]*)\)/) { "Selector(\"\($0.output.1)\")" }
      + "\nfunc expectGone(_ object: Any) {}\nfunc expectAlive(_ object: Any) {}\n"
    let main = folder.appending(path: "main.swift")
    guard (try? Data(text.utf8).write(to: main)) != nil else { return false }
    return run(["-typecheck", main.path, "-default-isolation", "MainActor"])
  }

  private func run(_ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = compiler
    process.arguments =
      ["-suppress-warnings", "-swift-version", "6", "-I", folder.path] + arguments
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

/// What the JSON report says of fixes.
struct ToldReport: Decodable {
  struct Finding: Decodable { var cut: [Step] }
  struct Step: Decodable { var code: Code? }
  /// A fix as code, with its place where that is known.
  struct Code: Decodable, Equatable { var before, after: String, file: String?, line: Int? }
  var findings: [Finding]
}
