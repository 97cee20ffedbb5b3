import LeakCheckText

/// A cycle that an app cannot end: it lies in a framework, which a ticket tells of.
struct KnownLeak: Sendable {
  let code: String
  private let types: [TypePattern]
  /// What keeps what, in a clause.
  let because: String
  /// Where it is told of.
  let ticket: String
  /// The versions that have it.
  let versions: String
  /// How an app keeps clear of it.
  let avoid: String

  init?(_ tree: JSONTree) {
    guard let code = tree["code"]?.text, let because = tree["because"]?.text else { return nil }
    (self.code, self.because) = (code, because)
    types = tree["types"]?.strings.map { TypePattern($0) } ?? []
    ticket = tree["ticket"]?.text ?? ""
    versions = tree["versions"]?.text ?? ""
    avoid = tree["avoid"]?.text ?? ""
  }

  /// Whether objects of these plain type names are those of the leak: each of its types is among them.
  func isOf(_ names: [[UInt8]]) -> Bool {
    !types.isEmpty && types.allSatisfy { type in names.contains { type.matches($0) } }
  }
}
