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
  @Test(.enabled(if: CompilerRoom.compiler != nil))
  func `each fix of a lesson compiles where it is pasted, and mends it`() throws {
    let room = try CompilerRoom()
    defer { room.remove() }
    var pasted = 0
    for lesson in try Curriculum.shipped().lessons {
      let told = try room.codes(of: lesson.source)
      let mended = try paste(told.compactMap(\.self), into: lesson.source)
      #expect(room.compiles(lesson.source), "\(lesson.name)")
      guard mended != lesson.source else {
        #expect(room.compiles(try Mended.source(of: lesson)), "\(lesson.name)")
        continue
      }
      pasted += 1
      #expect(room.compiles(mended), "\(lesson.name):\n\(mended)")
      // Where a part of the fix has no line, there is more to do.
      guard told.allSatisfy({ $0?.file != nil }) else { continue }
      let left = try LessonRun(mended).outcome.findings.map(\.fingerprint)
      #expect(left.isEmpty, "\(lesson.name) still has \(left):\n\(mended)")
    }
    #expect(pasted > 24, "only \(pasted) lessons have a fix as code")
  }

  /// The screens that leak, each in a way of its own, besides those of the lessons.
  private static let screens = Bundle.module.bundleURL.appending(path: "Fixtures/Screens")

  @Test(.enabled(if: CompilerRoom.compiler != nil))
  func `each fix of an everyday screen compiles where it is pasted, and nothing is left`() throws {
    let room = try CompilerRoom()
    defer { room.remove() }
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.screens.path).sorted()
    #expect(names.count > 27)
    for name in names {
      let data = try Data(contentsOf: Self.screens.appending(path: name))
      let source = String(decoding: data, as: UTF8.self)
      let told = try room.codes(of: source)
      #expect(!told.isEmpty && told.allSatisfy { $0?.file != nil }, "\(name)")
      let mended = try paste(told.compactMap(\.self), into: source)
      #expect(room.compiles(source), "\(name)")
      #expect(room.compiles(mended), "\(name):\n\(mended)")
      let left = try LessonRun(mended).outcome.findings.map(\.fingerprint)
      #expect(left.isEmpty, "\(name) still has \(left):\n\(mended)")
    }
  }

  /// Each fix in the place of the lines it stands for; the last first, so that lines keep their numbers.
  private func paste(_ fixes: [ToldReport.Code], into source: String) throws -> String {
    var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var seen: Set<Int> = []
    let placed = fixes.compactMap { fix in fix.line.map { (fix: fix, line: $0) } }
    for (fix, line) in placed.sorted(by: { $0.line > $1.line }) where seen.insert(line).inserted {
      let before = fix.before.split(separator: "\n", omittingEmptySubsequences: false)
      let count = fix.before.isEmpty ? 0 : before.count
      let range = line - 1..<line - 1 + count
      let indent = String(lines[line - 1].prefix { $0 == " " })
      if count > 0 {
        #expect(
          lines[range].map { $0.hasPrefix(indent) ? String($0.dropFirst(indent.count)) : $0 }
            == before.map(String.init))
      }
      let after = fix.after.split(separator: "\n", omittingEmptySubsequences: false)
      lines.replaceSubrange(range, with: after.map { indent + $0 })
    }
    return lines.joined(separator: "\n")
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

  @Test func `a closure that captures two things has one list for both`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "code-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = """
      import UIKit
      final class Pin { var onSelect: (() -> Void)? }
      final class Map: UIViewController {
        var pin: Pin?
        override func viewDidLoad() {
          super.viewDidLoad()
          let made = Pin()
          made.onSelect = { self.show(made) }
          pin = made
        }
        func show(_ pin: Pin) {}
      }

      """
    try Data(source.utf8).write(to: folder.appending(path: "Map.swift"))
    let output = try CommandResult.ofLeakcheck(["simulate", "Map.swift"], in: folder).output
    let words = output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("capture [weak self, weak made] in closure #1"), "\(output)")
    #expect(words.contains("made.onSelect = { [weak self, weak made] in guard let self"))
  }

  @Test func `the variable of another owner that looks the same is not changed`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "code-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = """
      final class Student { var enrollments: [Enrollment] = [] }
      final class Enrollment {
        let student: Student
        init(student: Student) { self.student = student }
        var summary: String { "\\(student)" }
      }
      var student: Student? = Student()
      if let student { student.enrollments.append(Enrollment(student: student)) }
      student = nil

      """
    try Data(source.utf8).write(to: folder.appending(path: "School.swift"))
    let output = try CommandResult.ofLeakcheck(["simulate", "School.swift"], in: folder).output
    #expect(output.contains("declare `weak var student` in Enrollment"), "\(output)")
    #expect(!output.contains("weak var student: Student? = Student()"), "\(output)")
  }

  @Test func `of a method that is handed over its name is underlined`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "code-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lesson = try #require(try Curriculum.shipped()["values-in-a-cycle"])
    try Data(lesson.source.utf8).write(to: folder.appending(path: "Settings.swift"))
    let output = try CommandResult.ofLeakcheck(["simulate", "Settings.swift"], in: folder).output
    let lines = output.split(separator: "\n").map { $0.drop { $0 == " " } }
    let line = try #require(lines.firstIndex { $0.hasPrefix("Row(title: \"Language\"") })
    let mark = lines[line + 1]
    #expect(mark == "‾‾‾‾‾‾" || mark == "^^^^^^", "\(output)")
  }

  @Test func `the lines as they are stand in JSON with their place`() throws {
    let text = try simulate("--format", "json").output
    let told = try JSONDecoder().decode(ToldReport.self, from: Data(text.utf8))
    let code = ToldReport.Code(
      before: "onSave = {\n  print(self.name)",
      after: "onSave = { [weak self] in\n  guard let self else { return }\n  print(self.name)",
      file: "Form.swift", line: 8)
    #expect(told.findings.map { $0.cut.map(\.code) } == [[code]])
  }
}
