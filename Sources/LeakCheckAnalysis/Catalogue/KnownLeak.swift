import LeakCheckText

/// A cycle that an app cannot end: it lies in a framework, which a ticket tells of.
package struct KnownLeak: Sendable {
  /// The stable code of the leak; empty for a project's that gives none.
  let code: String
  let types: [TypePattern]
  /// What keeps what, in a clause.
  let because: String
  /// Where it is told of.
  let ticket: String
  /// The versions that have it.
  let versions: String
  /// How an app keeps clear of it.
  let avoid: String

  /// Whether the app can end it where an object of its own is on the cycle, which then is a cycle as others are.
  let isAlone: Bool

  /// Whether a project wrote it down.
  let isProjects: Bool

  /// A leak that a project knows of.
  ///
  /// - Parameters:
  ///   - code: a code of the project's own, or none.
  ///   - types: patterns of types that are all on the cycle.
  ///   - because: what keeps what, in a clause.
  ///   - ticket: where it is told of; may be empty.
  ///   - versions: the versions that have it; may be empty.
  ///   - avoid: how to keep clear of it; may be empty.
  package init(
    code: String, types: [String], because: String, ticket: String, versions: String,
    avoid: String
  ) {
    (self.code, self.because, self.ticket) = (code, because, ticket)
    (self.versions, self.avoid) = (versions, avoid)
    self.types = types.map { TypePattern($0) }
    (isAlone, isProjects) = (false, true)
  }

  init?(_ tree: JSONTree) {
    guard let code = tree["code"]?.text, let because = tree["because"]?.text else { return nil }
    (self.code, self.because) = (code, because)
    isProjects = false
    isAlone = tree["alone"] != nil
    types = tree["types"]?.strings.map { TypePattern($0) } ?? []
    ticket = tree["ticket"]?.text ?? ""
    versions = tree["versions"]?.text ?? ""
    avoid = tree["avoid"]?.text ?? ""
  }

  /// Whether objects of these plain type names are those of the leak: each of its types is among them.
  func isOf(_ names: [PlainTypeName]) -> Bool {
    !types.isEmpty && types.allSatisfy { type in names.contains { type.matches($0) } }
  }
}
