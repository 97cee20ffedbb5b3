import Foundation
import LeakCheckLessons
import LeakCheckTestSupport
import Testing

/// The command as learners and teachers use it.
@Suite struct LearnCommandTests {
  /// A folder that goes with the test.
  final class Scratch {
    let folder = FileManager.default.temporaryDirectory.appending(path: "learn-\(UUID())")

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @discardableResult
    func run(_ arguments: String..., input: String = "") throws -> CommandResult {
      try .ofLeakcheck(["learn"] + arguments, in: folder, input: Data(input.utf8))
    }

    func text(_ path: String) throws -> String {
      String(decoding: try Data(contentsOf: folder.appending(path: path)), as: UTF8.self)
    }

    func write(_ text: String, to path: String) throws {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  private static let first = "1-stored-closures/1-stored-closure"

  private func mended() throws -> String {
    try Mended.source(of: try #require(try Curriculum.shipped()["stored-closure"]))
  }

  @Test func `the lessons are listed without a folder`() throws {
    let result = try Scratch().run()
    #expect(result.status == 0)
    #expect(result.output.contains("\n   nested-weak-self "))
    #expect(
      result.output.hasSuffix("leakcheck learn start DIR writes them as files to be edited.\n"))
  }

  @Test func `what a learner has written is not written over`() throws {
    let scratch = try Scratch()
    #expect(try scratch.run("start", "lessons").errors.contains("wrote 48 lessons to lessons"))
    let file = "lessons/\(Self.first)/Screen.swift"
    try scratch.write("mine", to: file)
    let again = try scratch.run("start", "lessons")
    #expect(again.status == 0)
    #expect(again.errors.contains("48 files of yours left as they were"))
    #expect(try scratch.text(file) == "mine")
  }

  @Test func `a lesson is predicted, mended and explained`() throws {
    let scratch = try Scratch()
    try scratch.run("start", "lessons", "--only", "1")
    let wrong = try scratch.run(
      "predict", "stored-closure", "--in", "lessons", input: "deinit Profile\n\n")
    #expect(wrong.status == 1)
    #expect(wrong.output.contains("line 1 of the last 2 differs first"))
    let right = try scratch.run(
      "predict", "stored-closure", "--in", "lessons",
      input: "viewDidAppear Profile\nrefresh Profile\n")
    #expect(right.status == 0)
    #expect(
      try scratch.run("explain", "stored-closure", "--in", "lessons", "--answer", "c").status == 0)
    try scratch.write(try mended(), to: "lessons/\(Self.first)/Screen.swift")
    let list = try scratch.run("--in", "lessons").output
    #expect(list.contains("stored-closure                        predict fix     explain"))
    let grade = try scratch.run("check", "lessons", "--only", "stored-closure")
    #expect(grade.status == 0)
    #expect(grade.output.contains("lessons           1    1        1   1"))
  }

  @Test func `a folder that is checked from within has its own name`() throws {
    let scratch = try Scratch()
    try scratch.run("start", "ann/lessons", "--only", "1")
    let text = try CommandResult.ofLeakcheck(
      ["learn", "check", ".", "--only", "stored-closure"],
      in: scratch.folder.appending(path: "ann/lessons")
    ).output
    #expect(text.contains("\nlessons  ") && text.contains("\nlessons:\n"), "\(text)")
    let above = try CommandResult.ofLeakcheck(
      ["learn", "check", "..", "--only", "stored-closure", "--format", "json"],
      in: scratch.folder.appending(path: "ann/lessons")
    ).output
    #expect(above.contains("\"ann\""), "\(above)")
  }

  @Test func `hints get stronger, and progress counts them`() throws {
    let scratch = try Scratch()
    try scratch.run("start", "lessons", "--only", "1")
    let outputs = try (0..<3).map { _ in
      try scratch.run("hint", "stored-closure", "--in", "lessons").output
    }
    #expect(outputs[0].split(separator: "\n").count == 2)
    #expect(!outputs[1].contains("[weak self]") && outputs[2].contains("[weak self]"))
    #expect(try scratch.text("lessons/progress.txt").contains("stored-closure:, hints 3\n"))
  }

  @Test func `a reset keeps what a learner has written, unless it is forced`() throws {
    let scratch = try Scratch()
    try scratch.run("start", "lessons", "--only", "1")
    let file = "lessons/\(Self.first)/Screen"
    let original = try scratch.text("\(file).swift")
    for number in [1, 2] {
      try scratch.write("mine \(number)", to: "\(file).swift")
      #expect(try scratch.run("reset", "stored-closure", "--in", "lessons").status == 0)
      #expect(try scratch.text("\(file).swift") == original)
      #expect(try scratch.text("\(file).\(number).swift.txt") == "mine \(number)")
    }
    try scratch.write("mine", to: "\(file).swift")
    try scratch.run("reset", "lessons", "--force")
    #expect(try scratch.text("\(file).swift") == original)
    #expect(throws: (any Error).self) { try scratch.text("\(file).3.swift.txt") }
  }

  @Test func `damaged progress is told of with its line`() throws {
    let scratch = try Scratch()
    try scratch.run("start", "lessons", "--only", "1")
    try scratch.write("leakcheck lessons 1\nnonsense\n", to: "lessons/progress.txt")
    let result = try scratch.run("--in", "lessons")
    #expect(result.status == 2)
    #expect(
      result.errors.contains("lessons/progress.txt:2:1: \"nonsense\" is not a line of progress"))
  }

  @Test func `what was handed in is judged whatever it says of itself`() throws {
    let scratch = try Scratch()
    try scratch.write(
      "leakcheck lessons 1\nstored-closure: predict fix explain\n", to: "eve\u{1b}[2J/progress.txt")
    try scratch.write("class A {", to: "eve\u{1b}[2J/\(Self.first)/Screen.swift")
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "mallory/\(Self.first)"), withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(
      atPath: scratch.folder.appending(path: "mallory/\(Self.first)/Screen.swift").path,
      withDestinationPath: "/dev/zero")
    for format in ["text", "json", "junit"] {
      let result = try scratch.run(
        "check", "eve\u{1b}[2J", "mallory", "--only", "stored-closure", "--format", format)
      #expect(result.status == 1)
      #expect(!result.output.contains("\u{1b}"))
      #expect(result.output.contains("it is not a regular file"))
    }
    #expect(try scratch.run("check", "nobody").status == 2)
  }

  @Test func `pages have nothing from outside and are the same twice`() throws {
    let scratch = try Scratch()
    for folder in ["a", "b"] {
      #expect(try scratch.run("export", folder, "--only", "stored-closure,coordinator").status == 0)
    }
    for name in ["index.html", "1-1-stored-closure.html", "2-3-coordinator.html"] {
      let page = try scratch.text("a/\(name)")
      #expect(try page == scratch.text("b/\(name)"))
      #expect(page.contains("default-src &#39;none&#39;"))
      #expect(page.firstMatch(of: /(src|href)="(?:https?:)?\/\//) == nil)
      #expect(page.contains("The profile screen is popped") == (name.first != "2"))
    }
    #expect(try scratch.text("a/index.html").contains("href=\"1-1-stored-closure.html#r1s\""))
  }

  @Test func `a teacher's lesson is handed out, graded and shown`() throws {
    let scratch = try Scratch()
    let source = try #require(try Curriculum.shipped()["stored-closure"]).source
    try scratch.write(
      source.replacing("Profile", with: "Account"), to: "own/account/Screen.swift")
    try scratch.write("title: An account\nchapter: 1\n", to: "own/account/lesson.txt")
    try scratch.run("start", "lessons", "--lessons", "own")
    #expect(try scratch.run("--in", "lessons").output.contains("\n   account "))
    let file = "lessons/1-stored-closures/8-account/Screen.swift"
    try scratch.write(try mended().replacing("Profile", with: "Account"), to: file)
    let checked = try scratch.run("check", "lessons", "--lessons", "own", "--only", "account")
    #expect(checked.status == 0)
    try scratch.run("export", "pages", "--lessons", "own/account", "--only", "account")
    #expect(try scratch.text("pages/1-8-account.html").contains("An account"))
  }

  @Test func `an unknown lesson is told of with the nearest one`() throws {
    let result = try Scratch().run("predict", "stored-closur", "--answer", "a")
    #expect(result.status == 2)
    #expect(result.errors.contains("did you mean stored-closure?"))
  }

  @Test func `a file is judged when it is saved`() throws {
    let scratch = try Scratch()
    try scratch.run("start", "lessons", "--only", "1")
    let output = scratch.folder.appending(path: "output")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = try CommandResult.program()
    process.arguments = ["learn", "--watch", "--in", "lessons"]
    process.currentDirectoryURL = scratch.folder
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer { process.terminate() }
    try wait(for: "red  stored-closure", in: scratch)
    let answer = "viewDidAppear Profile; refresh Profile"
    try scratch.run("predict", "stored-closure", "--in", "lessons", "--answer", answer)
    try scratch.write(try mended(), to: "lessons/\(Self.first)/Screen.swift")
    try wait(for: "green  stored-closure", in: scratch)
    try wait(for: "nested-weak-self/README.md", in: scratch)
    #expect(try scratch.text("lessons/progress.txt").contains("stored-closure: predict fix\n"))
  }

  private func wait(for words: String, in scratch: Scratch) throws {
    let end = ContinuousClock.now + .seconds(60)
    while try !scratch.text("output").contains(words) {
      guard ContinuousClock.now < end else {
        Issue.record("no \(words) in \(try scratch.text("output"))")
        return
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }
}
