#if LEAKCHECK_SWIFT
import Foundation
import LeakCheckLessons
import LeakCheckText

/// A watcher that judges a lesson's file on each save.
///
/// Files are looked at, not waited for, as every system can do that: a look at all lessons takes less than a millisecond.
struct LearnWatch {
  private struct Stamp: Equatable {
    var time: Date
    var size: Int
    var file: Int
  }

  private var folder: LearnFolder
  private var judges: [String: LessonJudge] = [:]
  private var stamps: [String: Stamp] = [:]
  /// The lessons whose files were empty at the last look, as they are while an editor writes them.
  private var emptied: Set<String> = []

  /// How long it waits between two looks, in seconds.
  private static let pause = 0.02

  init(_ folder: LearnFolder) { self.folder = folder }

  /// Watches until the program is ended.
  mutating func run() throws {
    for lesson in folder.curriculum.lessons {
      judges[lesson.name] = try folder.judge(of: lesson)
      stamps[lesson.name] = stamp(of: try folder.file(Lesson.fileName, of: lesson))
    }
    Console.say("watching \(Quotation.escaped(folder.path ?? ".")); Ctrl-C ends it")
    if let next = try nextLesson() { try tell(next) }
    while true {
      for lesson in try changed() { try tell(lesson) }
      Thread.sleep(forTimeInterval: Self.pause)
    }
  }

  /// The lessons whose files were saved since the last look.
  private mutating func changed() throws -> [Lesson] {
    var found: [Lesson] = []
    for lesson in folder.curriculum.lessons {
      let stamp = stamp(of: try folder.file(Lesson.fileName, of: lesson))
      guard stamp != stamps[lesson.name] else { continue }
      if stamp?.size == 0, emptied.insert(lesson.name).inserted { continue }
      emptied.remove(lesson.name)
      stamps[lesson.name] = stamp
      // Editors that replace a file take it away first.
      if stamp != nil { found.append(lesson) }
    }
    return found
  }

  private func stamp(of path: String) -> Stamp? {
    guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    return Stamp(
      time: facts[.modificationDate] as? Date ?? .distantPast,
      size: (facts[.size] as? NSNumber)?.intValue ?? 0,
      file: (facts[.systemFileNumber] as? NSNumber)?.intValue ?? 0)
  }

  /// The first lesson that is not mended.
  private func nextLesson() throws -> Lesson? {
    folder.curriculum.lessons.first { lesson in
      let isMended = folder.progress.entries[lesson.name]?.done.contains(.fix) == true
      return !isMended && stamps[lesson.name] != nil
    }
  }

  private mutating func tell(_ lesson: Lesson) throws {
    guard let judge = judges[lesson.name] else { return }
    let path = try folder.file(Lesson.fileName, of: lesson)
    guard SubmittedFile.refusal(of: path) == nil,
      let text = try? String(contentsOfFile: path, encoding: .utf8)
    else { return Console.say("cannot read \(Quotation.escaped(path))") }
    let began = ContinuousClock.now
    let judgement = judge.judgement(on: text, named: path)
    let time = (ContinuousClock.now - began) / .milliseconds(1)
    var lines = ["\(judgement.verdict.rawValue)  \(lesson.name)  (\(Int(time.rounded(.up))) ms)"]
    lines += judgement.reasons.map { "  " + Quotation.escaped($0) }
    let isGreen = judgement.verdict == .green
    if isGreen, !lesson.believed.isEmpty { lines.append("  Often believed: \(lesson.believed)") }
    try folder.note(
      { if isGreen { $0.done.insert(.fix) } else { $0.done.remove(.fix) } }, of: lesson)
    if isGreen, let next = try nextLesson() {
      lines.append("  next: \(Quotation.escaped(try folder.file("README.md", of: next)))")
    }
    try Console.write(lines.map { $0 + "\n" }.joined())
  }
}
#endif
