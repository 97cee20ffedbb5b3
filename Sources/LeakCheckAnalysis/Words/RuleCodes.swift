import LeakCheckGraph

/// The stable codes of advice: by which rule, or by which row of the catalogue of frameworks, something is told.
///
/// A code never changes its meaning and is never used again. `LK0…` are rules of ownership and of kinds of findings, the
/// others are rows of the catalogue, by framework. The book has a page for each group.
package enum RuleCodes {
  /// The code of what decides how a reference is cut: a row of the catalogue where one speaks of it.
  static func code(of reference: ObjectGraph.Reference, role: ReferenceRole) -> String {
    let row = row(of: reference, role: role)?.code ?? ""
    return row.isEmpty ? code(of: role) : row
  }

  /// The row of the catalogue that a cut of a reference comes from, or `nil`.
  static func row(of reference: ObjectGraph.Reference, role: ReferenceRole) -> FrameworkRow? {
    guard reference.graph.collector == .arc else { return nil }
    let isOfFramework = reference.source.owner == .framework
    switch role {
    case .registration, .contained, .frameworkInternal, .endedTooLate: break
    case .backReference, .ownership, .clearedWhenDone: break
    default: return nil
    }
    let row = FrameworkCatalogue.current.row(for: reference)
    if role == .clearedWhenDone { return row?.isOnce == true ? row : nil }
    if role == .ownership || role == .backReference, !isOfFramework {
      return row?.isProjects == true ? row : nil
    }
    return row
  }

  /// What one writes instead of what makes a reference, by the row of the catalogue that speaks of it.
  static func change(of reference: ObjectGraph.Reference) -> (before: String, after: String)? {
    guard let change = FrameworkCatalogue.current.row(for: reference)?.change else { return nil }
    guard isSinkThatFails(reference.source.type) else { return change }
    // One closure alone is for what never fails.
    let isEnd = FrameworkRow.property(of: reference.name) == "receiveCompletion"
    func withBoth(_ line: String) -> String {
      isEnd
        ? line.replacing(".sink {", with: ".sink(receiveCompletion: {")
          .replacing(" value in", with: " completion in")
        : line.replacing(".sink {", with: ".sink(receiveCompletion: { _ in }, receiveValue: {")
    }
    return (withBoth(change.before), withBoth(change.after))
  }

  /// Whether a type is a sink of Combine's whose publisher may fail, by the second of its generic arguments.
  private static func isSinkThatFails(_ type: String) -> Bool {
    guard type.hasSuffix(">"), let open = type.firstIndex(of: "<"),
      type[..<open].hasSuffix("Sink"), let comma = type.lastIndex(of: ",")
    else { return false }
    return type[type.index(after: comma)...].dropLast().trimmingPrefix(while: \.isWhitespace)
      .split(separator: ".").last != "Never"
  }

  /// What one writes so that a reference ends, by the row that speaks of it; `nil` where its line only makes a block
  /// capture weakly, which ends nothing.
  static func ending(of reference: ObjectGraph.Reference) -> (before: String, after: String)? {
    guard let change = change(of: reference) else { return nil }
    let uncaptured = ["[weak self] ", " [weak self] in"].map {
      change.after.replacing($0, with: "")
    }
    return uncaptured.contains(change.before) ? nil : change
  }

  /// The code of a rule of ownership.
  package static func code(of role: ReferenceRole) -> String {
    switch role {
    case .selfCapture: "LK001"
    case .recorded: "LK002"
    case .capture: "LK003"
    case .clearedWhenDone: "LK004"
    case .endedTooLate: "LK005"
    case .delegate: "LK006"
    case .listening: "LK007"
    case .parent: "LK008"
    case .backReference: "LK009"
    case .memberOfMany: "LK010"
    case .registration: "LK011"
    case .upward: "LK012"
    case .towardsGone: "LK013"
    case .towardsScreen: "LK014"
    case .likelyBack: "LK015"
    case .partOfWhole: "LK016"
    case .namedBack: "LK017"
    case .contained: "LK018"
    case .listed: "LK019"
    case .ownership: "LK020"
    case .frameworkInternal: "LK021"
    case .associated: "LK022"
    }
  }

  /// The code of a kind of finding, for those that no cut mends.
  package static func code(of kind: Finding.Kind) -> String {
    switch kind {
    case .cycle: "LK031"
    case .leaked: "LK032"
    case .abandoned: "LK033"
    case .dangling: "LK034"
    case .teardownNeverRuns: "LK035"
    case .temporary: "LK036"
    }
  }

  /// Every code there is, in rising order.
  ///
  /// Rows that say the same of different references share a code.
  package static var all: [String] {
    let catalogue = FrameworkCatalogue.builtIn
    let codes =
      ReferenceRole.allCases.map(code) + Finding.Kind.allCases.map(code)
      + Set(catalogue.rows.map(\.code)) + catalogue.leaks.map(\.code)
    return codes.sorted()
  }
}

extension Cut.Step {
  /// The stable code of the rule that decides how to cut the reference, such as `LK001`.
  public var rule: String { RuleCodes.code(of: reference, role: role) }
}

extension Finding {
  /// The stable code of the advice: of the known leak, of the first reference of the cut, or of the kind.
  public var rule: String {
    if let code = known?.code, !code.isEmpty { return code }
    return cut.steps.first?.rule ?? RuleCodes.code(of: kind)
  }
}
