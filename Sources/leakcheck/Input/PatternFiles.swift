import LeakCheckReport
import LeakCheckText

#if LEAKCHECK_SWIFT
import LeakCheckLifecycle
import LeakCheckSwift
#endif

/// The input of `scan`: Swift sources, which belong together if named in one call.
enum PatternFiles {
  #if LEAKCHECK_SWIFT
  /// Scans sources; a file that is named and is no Swift ends the run, one of a folder is passed over.
  static func report(on paths: [String], named arguments: [String]) throws -> PatternReport {
    let files = try paths.map { SwiftReader.File(name: $0, bytes: try Files.read($0)) }
    let scan = PatternScanner().scan(files)
    if let named = scan.problems.first(where: { arguments.contains($0.source) }) {
      throw Console.failure("\(named)")
    }
    let folders = arguments.map(quoted).joined(separator: " ")
    return PatternReport(
      scan.matches.map { note(of: $0, in: folders) }, inputs: arguments, files: scan.files,
      bytes: scan.bytes, types: scan.types, problems: scan.problems.map { .init(text: "\($0)") })
  }

  private static func note(of match: PatternMatch, in folders: String) -> PatternReport.Note {
    let place = match.place
    return PatternReport.Note(
      code: match.pattern.rawValue, title: title(of: match.pattern), type: match.type,
      member: match.member, property: match.property,
      excerpt: SourceExcerpt(
        file: place.file, line: place.line, column: place.column, text: match.line,
        length: match.length), path: match.path,
      message: match.message, why: match.why, fix: match.fix, endings: match.endings,
      command: "leakcheck simulate --type \(match.type) \(folders)")
  }

  private static func title(of pattern: LeakPattern) -> String {
    switch pattern {
    case .sinkKeepsSelf: "sink that keeps its owner"
    case .assignOnSelf: "assign(to:on:) that keeps its owner"
    case .observerBlockLeft: "notification block that nobody removes"
    case .closureInOwnProperty: "closure that keeps its owner"
    case .repeatingTimer: "repeating timer that keeps its target"
    }
  }

  /// An argument as a shell takes it.
  private static func quoted(_ argument: String) -> String {
    let plain = argument.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+".contains($0))
    }
    return plain && !argument.isEmpty
      ? argument : "'" + argument.replacing("'", with: "'\\''") + "'"
  }
  #else
  /// This build reads no Swift; see the book for why.
  static func report(on paths: [String], named arguments: [String]) throws -> PatternReport {
    throw ScenarioFiles.noSwift(at: paths[0])
  }
  #endif
}
