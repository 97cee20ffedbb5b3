import LeakCheckText

extension InputFailure {
  /// A record that ends before what it must have.
  static func truncated(at offset: Int, inside what: String, needs: Int, has: Int) -> InputFailure {
    InputFailure(
      .truncated, offset: offset, problem: "truncated \(what)",
      expected: "\(needs) bytes where \(max(0, has)) are left")
  }
}
