/// Numbers in a sentence.
enum CountWords {
  static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  static func strongReferences(_ count: Int) -> String {
    "\(count) strong reference\(count == 1 ? "" : "s")"
  }

  static func surplus(_ count: Int) -> String {
    "\(count) more retain\(count == 1 ? "" : "s") than releases"
  }
}
