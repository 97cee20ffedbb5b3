#if LEAKCHECK_SWIFT
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckSwift

/// The fixes of findings as lines of the sources that they are about.
enum SourceCodes {
  /// A fix for each of the first references of each finding's cut, by fingerprint; `nil` where it has no line.
  static func codes(
    for findings: [Finding], in files: [SwiftReader.File]
  ) -> [String: [FixCode?]] {
    guard !files.isEmpty else { return [:] }
    let steps = findings.map { finding in
      finding.cut.steps.indices.prefix(FixWords.mostCodes).map { finding.cut.steps[$0] }
    }
    let wanted = steps.joined().map(wanted)
    var fixes = SourceFixes.fixes(wanted.compactMap(\.self), in: files)[...]
    var codes: [String: [FixCode?]] = [:]
    var position = 0
    for (finding, steps) in zip(findings, steps) {
      codes[finding.fingerprint] = steps.map { step in
        defer { position += 1 }
        guard wanted[position] != nil else { return asItStands(step, in: files) }
        return fixes.removeFirst().map(FixCode.init) ?? asItStands(step, in: files)
      }
    }
    return codes
  }

  private static func wanted(_ step: Cut.Step) -> SourceFixes.Wanted? {
    let (reference, source) = (step.reference, step.reference.source)
    guard step.how == .weak else { return nil }
    if source.kind == .closure {
      let name = reference.name.isEmpty ? "self" : reference.name
      return .weakCapture(of: name, line: Int(source.line), file: source.file)
    }
    return reference.kind == .property
      ? .weakProperty(reference.name, of: source.type) : nil
  }

  /// The code that a reference's names alone give, where the source has just that and the fix is all of the line.
  private static func asItStands(_ step: Cut.Step, in files: [SwiftReader.File]) -> FixCode? {
    guard let code = step.code, !code.before.isEmpty, !code.before.hasSuffix("{"),
      !code.before.hasSuffix(" in")
    else { return nil }
    let texts = files.map { String(decoding: $0.bytes, as: UTF8.self) }
    let isThere = texts.contains { $0.contains(code.before) }
    // What the fix overrides may be there already.
    let overrides =
      code.after.hasPrefix("override")
      && texts.contains {
        $0.contains("func viewDidDisappear(")
      }
    return isThere && !overrides ? code : nil
  }
}

extension FixCode {
  fileprivate init(_ fix: SourceFix) {
    self.init(before: fix.before, after: fix.after, file: fix.file, line: fix.line)
  }
}
#endif
