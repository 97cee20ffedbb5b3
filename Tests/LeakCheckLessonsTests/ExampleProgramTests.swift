import Foundation
import LeakCheckLessons
import LeakCheckLifecycle
import Testing

/// The examples of the repository, as files that these tests read.
enum Examples {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples")

  /// The folders of a folder that have a program.
  static func withProgram(in name: String) -> [URL] {
    let folders = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: name), includingPropertiesForKeys: nil)
    return (folders ?? []).sorted { $0.path < $1.path }.filter {
      FileManager.default.fileExists(atPath: $0.appending(path: "Screen.swift").path)
    }
  }

  static func text(_ url: URL) throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }
}

/// The whole programs of the examples: what leaks in the graph or the scenario leaks in them, and mended they leak
/// nothing.
@Suite struct ExampleProgramTests {
  @Test(arguments: Examples.withProgram(in: "Scenarios"))
  func `a scenario and its program have the same findings and misuse`(_ folder: URL) throws {
    let bytes = Array(try Data(contentsOf: folder.appending(path: "scenario.json")))
    let told = try ScenarioReader().read(bytes, from: "scenario.json").run()
    let run = try LessonRun(try Examples.text(folder.appending(path: "Screen.swift"))).outcome
    #expect(run.findings.map(\.kind) == told.findings.map(\.kind))
    #expect(Set(run.misuse.map(\.code)) == Set(told.misuse.map(\.code)))
    let mended = try LessonRun(try Examples.text(folder.appending(path: "Mended.swift"))).outcome
    #expect(mended.findings.isEmpty && mended.misuse.isEmpty)
  }

  @Test func `each lesson that has a scenario is its program`() throws {
    let folders = Examples.withProgram(in: "Scenarios")
    #expect(folders.count > 31)
    for folder in folders {
      let lesson = try #require(try Curriculum.shipped()[folder.lastPathComponent])
      #expect(
        try Examples.text(folder.appending(path: "Screen.swift")) == lesson.source,
        "write it there again, or mend the lesson: \(lesson.name)")
    }
  }

  @Test(arguments: Examples.withProgram(in: "Cases"))
  func `the program of a case leaks, and mended nothing does`(_ folder: URL) throws {
    let leaks = folder.lastPathComponent != "clean-screen"
    let run = try LessonRun(try Examples.text(folder.appending(path: "Screen.swift")))
    #expect(run.outcome.findings.isEmpty != leaks)
    #expect(run.unsettling.isEmpty)
    guard leaks else { return }
    let mended = try LessonRun(try Examples.text(folder.appending(path: "Mended.swift")))
    #expect(mended.outcome.findings.isEmpty)
  }

  @Test(.enabled(if: CompilerRoom.compiler != nil))
  func `each program of a case compiles`() throws {
    let room = try CompilerRoom()
    defer { room.remove() }
    let programs = try Examples.withProgram(in: "Cases").flatMap {
      try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "swift" }
    }
    #expect(programs.count > 2)
    for program in programs {
      #expect(room.compiles(try Examples.text(program)), "\(program.path)")
    }
  }

  /// Pages name programs beside them or in another example.
  @Test func `each program that a page names is there`() throws {
    var named = 0
    for kind in ["Scenarios", "Cases"] {
      let folder = Examples.folder.appending(path: kind)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        let page = try Examples.text(folder.appending(path: "\(name)/README.md"))
        for link in page.matches(of: /\]\(([^)]*\.swift)\)/) {
          named += 1
          let file = folder.appending(path: "\(name)/\(link.output.1)").standardized
          #expect(FileManager.default.fileExists(atPath: file.path), "\(name): \(file.path)")
        }
      }
    }
    #expect(named > 90)
  }
}
