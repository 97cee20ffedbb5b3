#if LEAKCHECK_SWIFT
import Foundation
import LeakCheckLessons
import LeakCheckText

/// A learner's lessons on disk, or none before `learn start`.
struct LearnFolder {
  /// The folder, as it was named; `nil` where there is none.
  var path: String?
  var curriculum: Curriculum
  var progress = LessonProgress()

  /// Where the lessons of a teacher are kept, so that they are there at every command.
  static let ownLessons = ".lessons"

  /// The folder at `path`, or the nearest above it, in which lessons were begun.
  ///
  /// Throws where `isNeeded` and there is none.
  init(at path: String, isNeeded: Bool = true) throws {
    curriculum = try Self.shipped()
    guard let found = Self.nearest(from: path) else {
      guard isNeeded else { return }
      throw Console.failure(
        "no lessons in \(Quotation.escaped(path)); leakcheck learn start DIR writes them,"
          + " and --in DIR names the folder")
    }
    self.path = found
    let own = "\(found)/\(Self.ownLessons)"
    if SubmittedFile.isFolder(own) { try add(lessonsAt: own) }
    try readProgress(in: found)
  }

  private mutating func readProgress(in folder: String) throws {
    let file = "\(folder)/\(LessonProgress.fileName)"
    let text = try SubmittedFile.text(at: file)
    progress = try Self.saying { () throws(InputError) in try LessonProgress(text, from: file) }
  }

  /// The lessons alone, with those of a teacher.
  init(lessonsAt own: [String]) throws {
    curriculum = try Self.shipped()
    for folder in own { try add(lessonsAt: folder) }
  }

  static func shipped() throws -> Curriculum {
    try saying { () throws(InputError) in try Curriculum.shipped() }
  }

  /// Does something that may find an input wrong, and says so.
  static func saying<Result>(_ work: () throws(InputError) -> Result) throws -> Result {
    do throws(InputError) {
      return try work()
    } catch {
      throw Console.failure("\(error)")
    }
  }

  /// The folder in which lessons were begun, from here upwards; one that was named is taken with damaged progress too.
  private static func nearest(from path: String) -> String? {
    let isNamed = path != "."
    if isNamed, SubmittedFile.refusal(of: "\(path)/\(LessonProgress.fileName)") == nil {
      return path
    }
    var place = path
    for _ in 0..<8 {
      let text = try? String(
        contentsOfFile: "\(place)/\(LessonProgress.fileName)", encoding: .utf8)
      if let text, LessonProgress.isProgress(text) { return place }
      place = place == "." ? ".." : place + "/.."
    }
    return nil
  }

  // MARK: - A teacher's own lessons

  /// Adds a lesson, or those of a folder: each is a folder with `lesson.txt` and `Screen.swift`.
  private mutating func add(lessonsAt folder: String) throws {
    for place in try Self.folders(in: folder) {
      let head = try SubmittedFile.text(at: "\(place)/\(Self.headName)")
      let source = try SubmittedFile.text(at: "\(place)/\(Lesson.fileName)")
      var curriculum = self.curriculum
      try Self.saying { () throws(InputError) in
        try curriculum.add(
          named: URL(filePath: place).standardizedFileURL.lastPathComponent, head: head,
          from: "\(place)/\(Self.headName)", source: source)
      }
      self.curriculum = curriculum
    }
  }

  static let headName = "lesson.txt"

  /// The folders with a lesson, by name.
  static func folders(in folder: String) throws -> [String] {
    if FileManager.default.fileExists(atPath: "\(folder)/\(headName)") { return [folder] }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw Console.failure("cannot read \(Quotation.escaped(folder)): there is no such folder")
    }
    let found = names.sorted().map { "\(folder)/\($0)" }
      .filter { FileManager.default.fileExists(atPath: "\($0)/\(headName)") }
    guard !found.isEmpty else {
      throw Console.failure(
        "no lesson in \(Quotation.escaped(folder)): expected folders with \(headName)"
          + " and \(Lesson.fileName)")
    }
    return found
  }

  // MARK: - Lessons

  /// The lesson that an argument names: its name, or its folder.
  func lesson(_ argument: String) throws -> Lesson {
    let last = argument.split(separator: "/").last.map(String.init) ?? argument
    let name = last.first?.isNumber == true ? String(last.drop { $0.isNumber }.dropFirst()) : last
    if let lesson = curriculum[last] ?? curriculum[name] { return lesson }
    let nearest = NearestWord.nearest(to: name, among: curriculum.lessons.map(\.name))
    throw Console.failure(
      "no lesson \(Quotation.quoted(argument))"
        + (nearest.map { "; did you mean \($0)?" } ?? "; leakcheck learn lists them"))
  }

  func judge(of lesson: Lesson) throws -> LessonJudge {
    try Self.saying { () throws(InputError) in try LessonJudge(of: lesson) }
  }

  /// The file of a lesson.
  func file(_ name: String, of lesson: Lesson) throws -> String {
    guard let path else {
      throw Console.failure("no lessons were begun; leakcheck learn start DIR")
    }
    return "\(path)/\(curriculum.folder(of: lesson))/\(name)"
  }

  /// Writes what is done, where that has changed.
  mutating func note(_ change: (inout LessonProgress.Entry) -> Void, of lesson: Lesson) throws {
    guard let path else { return }
    // Another command may have written it beside one that watches.
    try readProgress(in: path)
    var entry = progress.entries[lesson.name] ?? LessonProgress.Entry()
    let before = entry
    change(&entry)
    guard entry != before else { return }
    progress.entries[lesson.name] = entry
    try Files.write(
      Array(progress.text(in: curriculum).utf8), to: "\(path)/\(LessonProgress.fileName)")
  }
}
#endif
