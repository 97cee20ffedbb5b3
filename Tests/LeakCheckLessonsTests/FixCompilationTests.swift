import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLessons
import LeakCheckLifecycle
import LeakCheckSwift
import LeakCheckTestSupport
import Testing

/// The fixes that reports of the lessons give as code, pasted into the lessons, against the compiler and the simulation.
///
/// What the lessons use of UIKit stands in `Fixtures/Frameworks` as declarations alone.
@Suite struct FixCompilationTests {
  private static let compiler = ProcessInfo.processInfo.environment["PATH", default: ""]
    .split(separator: ":").map { "\($0)/swiftc" }
    .first(where: FileManager.default.isExecutableFile)

  @Test(.enabled(if: compiler != nil))
  func `each fix of a lesson compiles where it is pasted, and mends it`() throws {
    let room = try CompilerRoom(Self.compiler ?? "")
    defer { room.remove() }
    var pasted = 0
    for lesson in try Curriculum.shipped().lessons {
      let run = try LessonRun(lesson.source)
      let mended = try paste(fixes(of: run, in: lesson.source), into: lesson.source)
      #expect(room.compiles(lesson.source), "\(lesson.name)")
      guard mended != lesson.source else {
        #expect(room.compiles(try Mended.source(of: lesson)), "\(lesson.name)")
        continue
      }
      pasted += 1
      #expect(room.compiles(mended), "\(lesson.name):\n\(mended)")
      // What is ended by a call too has more to it than a line.
      guard steps(of: run).allSatisfy({ $0.how == .weak }) else { continue }
      let left = try LessonRun(mended).outcome.findings.map(\.fingerprint)
      #expect(left.isEmpty, "\(lesson.name) still has \(left):\n\(mended)")
    }
    #expect(pasted > 20, "only \(pasted) lessons have a fix as code")
  }

  private func fixes(of run: LessonRun, in source: String) -> [SourceFix] {
    let wanted: [SourceFixes.Wanted] = steps(of: run).filter { $0.how == .weak }.map { step in
      let reference = step.reference
      if reference.source.kind == .closure {
        return .weakCapture(
          of: reference.name, line: Int(reference.source.line), file: reference.source.file)
      }
      return .weakProperty(reference.name, of: reference.source.type)
    }
    let file = SwiftReader.File(name: Lesson.fileName, bytes: Array(source.utf8))
    return SourceFixes.fixes(wanted, in: [file]).compactMap(\.self)
  }

  private func steps(of run: LessonRun) -> [Cut.Step] {
    run.outcome.findings.flatMap { finding in
      finding.cut.steps.indices.map { finding.cut.steps[$0] }
    }
  }

  /// Each fix in the place of the lines it stands for; the last first, so that lines keep their numbers.
  private func paste(_ fixes: [SourceFix], into source: String) throws -> String {
    var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var seen: Set<Int> = []
    for fix in fixes.sorted(by: { $0.line > $1.line }) where seen.insert(fix.line).inserted {
      let before = fix.before.split(separator: "\n", omittingEmptySubsequences: false)
      let range = fix.line - 1..<fix.line - 1 + before.count
      let indent = String(lines[range.lowerBound].prefix { $0 == " " })
      #expect(
        lines[range].map { $0.hasPrefix(indent) ? String($0.dropFirst(indent.count)) : $0 }
          == before.map(String.init))
      let after = fix.after.split(separator: "\n", omittingEmptySubsequences: false)
      lines.replaceSubrange(range, with: after.map { indent + $0 })
    }
    return lines.joined(separator: "\n")
  }
}

/// A folder with the declarations of frameworks, in which sources are type-checked in Swift 6 mode.
private struct CompilerRoom {
  private let folder: URL
  private let compiler: URL

  init(_ compiler: String) throws {
    self.compiler = URL(filePath: compiler)
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

  /// Whether a program compiles as an app's, whose code is the main actor's unless it says otherwise.
  func compiles(_ source: String) -> Bool {
    // Selectors are Apple's alone; what `expectGone` is, a lesson does not declare.
    let text =
      source.replacing("@objc ", with: "").replacing("dynamic ", with: "")
      .replacing(/#selector\(([^)]*)\)/) { "Selector(\"\($0.output.1)\")" }
      + "\nfunc expectGone(_ object: Any) {}\n"
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

/// The fix of a source as reports tell it.
@Suite struct SourceCodeTests {
  private static let source = """
    import UIKit

    final class Form: UIViewController {
      var onSave: (() -> Void)?
      let name = "form"
      override func viewDidLoad() {
        super.viewDidLoad()
        onSave = {
          print(self.name)
          self.close()
        }
      }
      func close() {}
    }

    """

  private func simulate(_ arguments: String...) throws -> CommandResult {
    let folder = FileManager.default.temporaryDirectory.appending(path: "code-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.source.utf8).write(to: folder.appending(path: "Form.swift"))
    return try .ofLeakcheck(["simulate", "Form.swift"] + arguments, in: folder)
  }

  @Test func `a report shows the lines as they should be, with their white space`() throws {
    let lines = """
        code onSave = { [weak self] in
               guard let self else { return }
               print(self.name)
      """
    #expect(try simulate().output.contains(lines))
    let page = "onSave = { [weak self] in\n  guard let self else { return }\n  print(self.name)"
    #expect(try simulate("--format", "html").output.contains(page))
    #expect(
      try simulate("--format", "markdown").output.contains("`  guard let self else { return }`"))
  }

  @Test func `the lines as they are stand in JSON with their place`() throws {
    struct Told: Decodable {
      struct Finding: Decodable { var cut: [Step] }
      struct Step: Decodable { var code: Code }
      struct Code: Decodable, Equatable { var before, after, file: String, line: Int }
      var findings: [Finding]
    }
    let text = try simulate("--format", "json").output
    let told = try JSONDecoder().decode(Told.self, from: Data(text.utf8))
    let code = Told.Code(
      before: "onSave = {\n  print(self.name)",
      after: "onSave = { [weak self] in\n  guard let self else { return }\n  print(self.name)",
      file: "Form.swift", line: 8)
    #expect(told.findings.map { $0.cut.map(\.code) } == [[code]])
  }
}
