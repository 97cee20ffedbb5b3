import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle

/// The demands on a mended program: all that a run of the original shows must still happen.
///
/// - The log has every line that the original prints before its objects should be gone, in that order, each once; what
///   it prints more, and when its objects go, is its own affair.
/// - An object of each type that the original makes is made, whether before or behind those lines.
/// - None of the program's objects goes before a line that comes while the original still has it, and should have: what
///   is to go may go once it has no line left.
/// - What the original has at its end, and should have, is still there.
/// - The timers, subscriptions and other services that the original has at some line of its log are there at some line.
/// - What its code calls and asks for is still called and asked for, whether or not the run comes there.
struct Demands: Sendable {
  private struct Line: Sendable {
    var entry: LogEntry
    /// How many objects of each type are gone by then in the original.
    var gone: [String: Int]
  }

  private let lines: [Line]
  /// The initialisers that the original prints: when an object is made is up to whoever makes it.
  private let made: Set<String>
  /// The types of what should have gone and did not, and of what that has kept.
  private let kept: Set<String>
  /// The types of what should have gone and did not, itself: it may go as soon as it has done what it must.
  private let overdue: Set<String>
  private let needed: [String: Int]
  private let deeds: Set<String>
  private let services: Set<String>

  /// The demands of an original.
  ///
  /// - Complexity: O(objects + lines).
  init(of original: LessonRun) {
    var seen: Set<String> = []
    var gone: [String: Int] = [:]
    var lines: [Line] = []
    var made: Set<String> = []
    for entry in original.outcome.log {
      if entry.callback == "deinit" {
        gone[entry.type, default: 0] += 1
      } else if entry.isInitializer {
        if !entry.isOverdue { made.insert(entry.line) }
      } else if !entry.isOverdue, seen.insert(entry.line).inserted {
        lines.append(Line(entry: entry, gone: gone))
      }
    }
    self.lines = lines
    self.made = made
    kept = Set(original.outcome.findings.flatMap { $0.holds.objects.map(\.type) })
    let objects = original.outcome.findings.flatMap { $0.holds.objects }
    overdue = Set(objects.filter { $0.expectation != nil }.map(\.type))
    needed = Self.counts(of: original.outcome.analysis, without: original.outcome.findings)
    deeds = original.scenario.deeds
    services = Self.services(of: original)
  }

  /// What a program does not do any more, in sentences; empty where it does everything.
  ///
  /// - Complexity: O(objects + lines).
  func missing(in run: LessonRun) -> [String] {
    let line = missingLine(in: run)
    // What is to go has nothing to wait for where a line never comes.
    let end = earlyEnd(in: run, sparing: line == nil ? [] : overdue)
    let others = [missingObject(in: run), missingDeed(in: run), missingService(in: run)]
    return ([line, end] + others).compactMap(\.self)
  }

  private func missingLine(in run: LessonRun) -> String? {
    let found = run.outcome.log.reduce(0) { place, entry in
      place < lines.count && entry.line == lines[place].entry.line ? place + 1 : place
    }
    guard found < lines.count else {
      return made.subtracting(run.outcome.log.map(\.line)).min().map {
        "the log has no line \($0) any more: it must go on working"
      }
    }
    let behind = found > 0 ? ", which came behind \(lines[found - 1].entry.line)" : ""
    return "the log has no line \(lines[found].entry.line) any more\(behind): it must go on working"
  }

  private func earlyEnd(in run: LessonRun, sparing spared: Set<String>) -> String? {
    var place = 0
    var gone: [String: Int] = [:]
    for entry in run.outcome.log {
      guard place < lines.count else { return nil }
      if entry.callback == "deinit" {
        gone[entry.type, default: 0] += 1
        let next = lines[place]
        let isLeft = lines[place...].contains { $0.entry.type == entry.type }
        let mayGo =
          spared.contains(entry.type) || next.entry.isBehindEnd && kept.contains(entry.type)
          || overdue.contains(entry.type) && !isLeft
        if !mayGo, gone[entry.type, default: 0] > next.gone[entry.type, default: 0] {
          return "\(entry.type) dies before \(next.entry.line), when it is still needed"
        }
      } else if entry.line == lines[place].entry.line {
        place += 1
      }
    }
    return nil
  }

  private func missingObject(in run: LessonRun) -> String? {
    let there = Self.counts(of: run.outcome.analysis, without: [])
    let type = needed.keys.sorted().first { there[$0, default: 0] < needed[$0, default: 0] }
    return type.map { "\($0) is gone at the end, where it is still needed" }
  }

  private func missingDeed(in run: LessonRun) -> String? {
    deeds.subtracting(run.scenario.deeds).min().map {
      "there is no \($0.dropArticle) any more: to leave something out is no fix"
    }
  }

  private func missingService(in run: LessonRun) -> String? {
    services.subtracting(Self.services(of: run)).min().map {
      "the \($0) ends at once: nobody holds it"
    }
  }

  /// What frameworks do for a program while it should be there.
  private static func services(of run: LessonRun) -> Set<String> {
    run.outcome.log.reduce(into: []) { services, entry in
      if !entry.isOverdue { services.formUnion(entry.services) }
    }
  }

  /// How many objects of each of the app's types a graph needs.
  private static func counts(
    of analysis: GraphAnalysis, without findings: [Finding]
  ) -> [String: Int] {
    let kept = Set(findings.flatMap { $0.holds.objects.map(\.id) })
    let objects = analysis.needed.members.map(analysis.graph.object)
    return objects.reduce(into: [:]) { counts, object in
      guard object.owner == .app, object.kind != .closure, !kept.contains(object.id) else { return }
      counts[object.type, default: 0] += 1
    }
  }
}

extension LogEntry {
  /// Whether an object is made here.
  fileprivate var isInitializer: Bool { callback.prefix { $0 != "(" } == "init" }
}

extension String {
  fileprivate var dropArticle: Substring { hasPrefix("a ") ? dropFirst(2) : dropFirst(3) }
}
