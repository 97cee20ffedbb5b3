#if LEAKCHECK_SWIFT
import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckSwift

/// The fixes of findings as lines of their sources.
enum SourceCodes {
  /// A fix for each of the first references of each finding's cut, by fingerprint; `nil` where it has no line.
  static func codes(
    for findings: [Finding], in files: [SwiftReader.File]
  ) -> [String: [FixCode?]] {
    codes(for: findings, in: files) { SourceFixes.fixes($0, in: files) }
  }

  /// The same for sources that were translated, and are not read again.
  static func codes(
    for findings: [Finding], in files: [SwiftReader.File], read: SwiftReader.Translation
  ) -> [String: [FixCode?]] {
    codes(for: findings, in: files) { SourceFixes.fixes($0, in: read) }
  }

  /// The findings without alternatives that their sources cannot have.
  ///
  /// A closure that calls a method of an object needs the object, and a constant does not become `nil`.
  static func fitting(_ findings: [Finding], in read: SwiftReader.Translation) -> [Finding] {
    let questions = SourceQuestions(read)
    return findings.map { finding in
      var finding = finding
      finding.alternatives.removeAll { cut in
        cut.steps.contains { !fits($0, questions) }
      }
      return finding
    }
  }

  private static func fits(_ step: Cut.Step, _ questions: SourceQuestions) -> Bool {
    let (reference, source) = (step.reference, step.reference.source)
    switch step.how {
    case .captureValue:
      return questions.readValues(
        of: reference.name, closuresAt: Int(source.line), file: source.file)
    case .end where reference.kind == .property && step.endingCall == nil && !isOfList(step):
      let (property, type) = declaration(of: reference)
      return !questions.isConstant(property, of: type)
    default: return true
    }
  }

  /// The property that is declared for a reference, and the type that does so.
  private static func declaration(
    of reference: ObjectGraph.Reference
  ) -> (property: String, type: String) {
    reference.declaration ?? (reference.name, reference.source.type)
  }

  private static func codes(
    for findings: [Finding], in files: [SwiftReader.File],
    _ write: ([SourceFixes.Wanted]) -> [SourceFix?]
  ) -> [String: [FixCode?]] {
    guard !files.isEmpty, !findings.isEmpty else { return [:] }
    let steps = findings.map { finding in
      finding.cut.steps.indices.prefix(FixWords.mostCodes).map { finding.cut.steps[$0] }
    }
    let lists = CaptureLists(steps.joined())
    let wanted = steps.flatMap { self.wanted($0, lists) }
    var fixes = write(wanted.compactMap(\.self))[...]
    var codes: [String: [FixCode?]] = [:]
    var lines = SourceLineIndex(files)
    var position = 0
    for (finding, steps) in zip(findings, steps) {
      codes[finding.fingerprint] = withoutConflicts(
        steps.map { step in
          defer { position += 1 }
          guard let wanted = wanted[position] else { return asItStands(step, in: &lines) }
          if let fix = fixes.removeFirst() { return FixCode(fix) }
          // Another variable may look the same.
          if case .weakProperty = wanted { return nil }
          return asItStands(step, in: &lines)
        })
    }
    return codes
  }

  /// The codes but for those that change one line in different ways: only one of them could be pasted, and that is
  /// not the whole fix.
  private static func withoutConflicts(_ codes: [FixCode?]) -> [FixCode?] {
    let known = codes.compactMap(\.self).filter { !$0.file.isEmpty }
    let forms = Dictionary(grouping: known) { "\($0.line) \($0.file)" }
      .mapValues { Set($0.map(\.after)).count }
    return codes.map { code in
      code.flatMap { forms["\($0.line) \($0.file)", default: 1] > 1 ? nil : $0 }
    }
  }

  private static func wanted(
    _ steps: [Cut.Step], _ lists: CaptureLists
  ) -> [SourceFixes.Wanted?] {
    let endings = steps.map { $0.how == .end ? ending($0) : nil }
    let statements = endings.compactMap(\.self)
    var number = 0
    return zip(steps, endings).map { step, ending in
      guard ending != nil else { return wanted(step, of: steps, lists) }
      defer { number += 1 }
      return .ending(statements, number)
    }
  }

  private static func wanted(
    _ step: Cut.Step, of steps: [Cut.Step], _ lists: CaptureLists
  ) -> SourceFixes.Wanted? {
    let (reference, source) = (step.reference, step.reference.source)
    if step.how == .end { return replacement(of: step, among: steps) }
    guard step.how == .weak else { return nil }
    if source.kind == .closure {
      if let method = lists.boundMethod(source) {
        return .closure(forMethod: method, of: reference.target.type)
      }
      let names = closures(besides: source, capturing: reference)
      return .weakCapture(
        of: lists.names(of: source), line: Int(source.line), file: source.file,
        rank: names.firstIndex(of: source.name) ?? 0, count: names.count)
    }
    guard reference.kind == .property else { return nil }
    let (property, type) = declaration(of: reference)
    return .weakProperty(property, of: type)
  }

  /// What is written instead of what a framework keeps by it.
  private static func replacement(
    of step: Cut.Step, among steps: [Cut.Step]
  ) -> SourceFixes.Wanted? {
    let reference = step.reference
    if step.event == "removeFromParent()" { return .endOfChild(in: reference.source.type) }
    guard isAssignment(reference) else { return nil }
    let all = steps.filter {
      isAssignment($0.reference) && $0.reference.target.index == reference.target.index
    }
    let rank = all.firstIndex { $0.reference.index == reference.index } ?? 0
    return .sink(in: reference.target.type, rank: rank, count: all.count)
  }

  private static func isAssignment(_ reference: ObjectGraph.Reference) -> Bool {
    reference.source.type == "Assign" && reference.name == "object"
  }

  /// The names of the closures of a line that capture what one of them does, in the order of the source.
  private static func closures(
    besides closure: ObjectGraph.Object, capturing reference: ObjectGraph.Reference
  ) -> [String] {
    let others = reference.target.referrers.lazy.filter {
      $0.strength == .strong && $0.name == reference.name && $0.source.kind == .closure
        && $0.source.line == closure.line && $0.source.file == closure.file
    }
    return Set(others.map(\.source.name)).sorted {
      $0.compare($1, options: .numeric) == .orderedAscending
    }
  }

  /// The lines that end what is cut: a call, or a property that is cleared.
  private static func ending(_ step: Cut.Step) -> EndingStatement? {
    if let call = step.endingCall {
      return EndingStatement(
        type: call.owner.type, property: call.path.first ?? "",
        optional: call.text(isOptional: true), plain: call.text(isOptional: false),
        isOfScreen: call.isOfScreen)
    }
    let reference = step.reference
    if isOfList(step) {
      return EndingStatement(
        takingOut: reference.target.type, of: reference.name, in: reference.source.type,
        isOfScreen: reference.target.kind == .controller)
    }
    guard let code = step.code, code.before.isEmpty, reference.kind == .property else { return nil }
    return EndingStatement(
      type: reference.source.type, property: reference.name, optional: code.after, plain: nil,
      isOfScreen: false)
  }

  /// Whether an object of the app is in a list that another one of the app has.
  private static func isOfList(_ step: Cut.Step) -> Bool {
    let (source, target) = (step.reference.source, step.reference.target)
    return step.reference.kind == .element && step.reference.until == nil && source.owner == .app
      && target.owner == .app && ![.closure, .task].contains(target.kind)
      && step.event?.hasPrefix("removal from") == true
  }

  /// The code that a reference's names alone give, where one line of the sources has just that and the fix is all of it.
  private static func asItStands(_ step: Cut.Step, in lines: inout SourceLineIndex) -> FixCode? {
    guard let code = step.code, !code.before.isEmpty, !code.before.contains("\n"),
      !code.before.hasSuffix("{"), !code.before.hasSuffix(" in"), !code.after.hasPrefix("override"),
      let line = lines.only(with: code.before)
    else { return nil }
    let text = String(line.text.trimmingPrefix { $0.isWhitespace })
    return FixCode(
      before: text, after: text.replacing(code.before, with: code.after, maxReplacements: 1),
      file: line.file, line: line.number)
  }
}

/// The weak captures for each closure in a report's fixes, in one list however many fixes there are.
private struct CaptureLists {
  private var lists: [String: [String]] = [:]

  init(_ steps: some Sequence<Cut.Step>) {
    for step in steps where step.how == .weak && step.reference.source.kind == .closure {
      let name = step.reference.name.isEmpty ? "self" : step.reference.name
      let key = Self.key(step.reference.source)
      if lists[key]?.contains(name) != true { lists[key, default: []].append(name) }
    }
  }

  private static func key(_ closure: ObjectGraph.Object) -> String {
    "\(closure.line) \(closure.name) \(closure.file)"
  }

  /// The names, `self` before others.
  func names(of closure: ObjectGraph.Object) -> [String] {
    let names = lists[Self.key(closure)] ?? []
    return names.filter { $0 == "self" } + names.filter { $0 != "self" }
  }

  /// The method that a closure is a bound method of.
  func boundMethod(_ closure: ObjectGraph.Object) -> String? {
    let prefix = "bound method "
    return closure.name.hasPrefix(prefix) ? String(closure.name.dropFirst(prefix.count)) : nil
  }
}

extension FixCode {
  fileprivate init(_ fix: SourceFix) {
    self.init(before: fix.before, after: fix.after, file: fix.file, line: fix.line)
  }
}
#endif
