import LeakCheckLifecycle
import LeakCheckText
import SwiftSyntax

/// Decides which sites are matches, once the types of all files are known.
struct PatternJudge {
  /// A site whose names have the meaning that the pattern needs.
  private struct Candidate {
    var site: PatternSite
    var file: Int
    var owner: TypeFacts
  }

  private let index: TypeIndex
  private let facts: [FileFacts]
  private var candidates: [Candidate] = []
  private var uses: [String: [PropertyUse]] = [:]
  /// Uses that end things, by type and property.
  private var ends: [String: [PropertyUse]] = [:]
  /// Uses that stop timers, by type.
  private var stops: [String: [PropertyUse]] = [:]

  /// With more tokens than this, every file is read again.
  private static let mostTokens = 32
  /// The most endings to keep for one property.
  private static let mostEnds = 64

  init(index: TypeIndex, facts: [FileFacts]) {
    (self.index, self.facts) = (index, facts)
    for (file, fact) in facts.enumerated() {
      for site in fact.sites {
        guard let owner = owner(of: site, in: fact) else { continue }
        candidates.append(Candidate(site: site, file: file, owner: owner))
      }
    }
  }

  // MARK: - The meaning of names

  /// The type of the object that a site keeps, or `nil` if it keeps none or that cannot be told.
  private func owner(of site: PatternSite, in file: FileFacts) -> TypeFacts? {
    let type = file.types[site.type]
    var owners = index.owners(of: type)
    let isKnown = index.isDeclared(type.path) || !owners.isEmpty
    // If a framework holds it, the object may also be of a framework's class.
    if !isKnown, site.fate.property == nil, Frameworks.types.contains(type.path) { owners = [type] }
    guard let first = owners.first else { return nil }
    if case .method(let name) = site.hold,
      !owners.allSatisfy({ index.hasMethod(name, of: $0) })
    {
      return nil
    }
    guard let property = site.fate.property else {
      return site.pattern == .repeatingTimer && index.isDeclared("Timer") ? nil : first
    }
    for owner in owners {
      let declared = index.properties(property.name, of: owner)
      guard !declared.isEmpty, declared.allSatisfy(\.isKept),
        declared.allSatisfy({ isFit($0, for: site, property) })
      else { return nil }
    }
    return first
  }

  private func isFit(
    _ declared: PropertyFacts, for site: PatternSite, _ property: PatternSite.Property
  ) -> Bool {
    switch site.pattern {
    case .sinkKeepsSelf, .assignOnSelf: index.isCancellable(declared)
    // Code that observes the property may remove the token first.
    case .observerBlockLeft: !declared.isObserved
    case .closureInOwnProperty: !property.isElement || declared.hasFunctions
    case .repeatingTimer: !index.isDeclared("Timer")
    }
  }

  // MARK: - Endings

  /// Collects what the files do with the candidates' properties.
  mutating func look(through files: [SwiftReader.File]) {
    let tokens = Set(
      candidates.filter { $0.site.pattern == .observerBlockLeft }
        .compactMap(\.site.fate.property?.name))
    let owners = Set(candidates.map(\.owner.path))
    let names = Set(candidates.compactMap(\.site.fate.property?.name))
    guard !candidates.isEmpty else { return }
    for (number, file) in files.enumerated() {
      let isOwn = facts[number].types.contains { owners.contains($0.path) }
      guard
        isOwn || tokens.count > Self.mostTokens
          || tokens.contains(where: { file.bytes.contains(text: $0) }),
        let source = try? SourceFile(scanning: file)
      else { continue }
      let visitor = PropertyUseVisitor(of: names, file: number)
      visitor.walk(source.tree)
      for use in visitor.uses {
        take(use)
      }
    }
  }

  private mutating func take(_ use: PropertyUse) {
    if use.action == .reads { return uses[use.name, default: []].append(use) }
    if use.action == .invalidates, stops[use.type, default: []].count < Self.mostEnds {
      stops[use.type, default: []].append(use)
    }
    let key = "\(use.type).\(use.name)"
    if ends[key, default: []].count < Self.mostEnds { ends[key, default: []].append(use) }
  }

  /// The endings of a candidate, or `nil` if code that cannot be followed may end it.
  private func endings(of candidate: Candidate) -> PatternWords.Endings? {
    let site = candidate.site
    guard site.pattern != .observerBlockLeft else { return removal(of: candidate) }
    var endings = PatternWords.Endings()
    var isDeinitializer = false
    for use in ending(candidate) {
      if use.file == candidate.file, site.range.contains(use.offset) {
        endings.isInside = true
      } else if use.file == candidate.file, use.member == site.member,
        use.offset < site.range.lowerBound
      {
        continue
      } else if use.isDeinitializer {
        isDeinitializer = true
      } else if !endings.members.contains(use.member) {
        endings.members.append(use.member)
      }
    }
    endings.isOnlyDeinitializer = isDeinitializer && endings.members.isEmpty && !endings.isInside
    return endings
  }

  private func ending(_ candidate: Candidate) -> [PropertyUse] {
    let site = candidate.site
    let own = site.fate.property.flatMap { ends["\(candidate.owner.path).\($0.name)"] } ?? []
    switch site.pattern {
    case .sinkKeepsSelf, .assignOnSelf:
      return own.filter { $0.action == .cancels || $0.action == .empties }
    case .closureInOwnProperty: return own.filter { $0.action == .empties }
    case .observerBlockLeft: return []
    case .repeatingTimer:
      let selector: String? = if case .object(let name) = site.hold { name } else { nil }
      return (stops[candidate.owner.path] ?? []).filter { use in
        use.name == site.fate.property?.name
          || selector.map { use.member.hasPrefix($0 + "(") } ?? false
          || use.file == candidate.file && site.range.contains(use.offset)
      }
    }
  }

  /// A token that is read may be passed to `removeObserver(_:)`; only in `deinit` does that never happen.
  private func removal(of candidate: Candidate) -> PatternWords.Endings? {
    guard let name = candidate.site.fate.property?.name else { return PatternWords.Endings() }
    var endings = PatternWords.Endings()
    for use in uses[name] ?? [] where use.action == .reads && means(use, candidate.owner) {
      guard use.type == candidate.owner.path, use.isDeinitializer else { return nil }
      endings.isOnlyDeinitializer = true
    }
    return endings
  }

  /// Whether a use may be of the property of `owner`, not of another one with its name.
  private func means(_ use: PropertyUse, _ owner: TypeFacts) -> Bool {
    guard use.isOwn, use.type != owner.path else { return true }
    let types = index.declarations(of: use.type)
    if types.contains(where: { $0.properties[use.name] != nil }) { return false }
    return types.contains { !index.properties(use.name, of: $0).isEmpty }
  }

  // MARK: - Matches

  /// The matches in a file, by place.
  func matches(in number: Int, of file: SwiftReader.File) -> [PatternMatch] {
    let own = candidates.filter { $0.file == number }.sorted { $0.site.offset < $1.site.offset }
    guard !own.isEmpty else { return [] }
    let lines = SourceLines(file.bytes)
    return own.compactMap { candidate in
      endings(of: candidate).map { match(candidate, $0, in: file.name, lines) }
    }
  }

  private func match(
    _ candidate: Candidate, _ endings: PatternWords.Endings, in file: String, _ lines: SourceLines
  ) -> PatternMatch {
    let site = candidate.site
    let words = PatternWords(
      pattern: site.pattern, type: candidate.owner.name, property: site.fate.property?.name,
      hold: site.hold, isScheduled: site.fate.isScheduled, endings: endings)
    let place = lines.place(at: site.offset, in: file)
    return PatternMatch(
      pattern: site.pattern, type: candidate.owner.name, member: site.member,
      property: site.fate.property?.name, place: place, length: lines.wordLength(at: site.offset),
      line: lines.line(place.line) ?? "", path: words.path, message: words.message, why: words.why,
      fix: words.fix, endings: endings.members)
  }
}
