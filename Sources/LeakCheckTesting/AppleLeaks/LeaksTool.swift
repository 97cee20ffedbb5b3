/// Runs Apple's `leaks` on this process.
package protocol LeaksTool: Sendable {
  /// What `leaks` prints of this process when it is run with `options`.
  ///
  /// - Throws: ``LeaksRefusal`` where there is no `leaks`, or where it may not or does not answer.
  func text(_ options: [String]) throws(LeaksRefusal) -> [UInt8]
}

/// Why `leaks` says nothing.
package struct LeaksRefusal: Error, Hashable, Sendable {
  /// The reason as part of a sentence, safe to print.
  package var reason: String

  /// A refusal for a reason.
  package init(_ reason: String) { self.reason = reason }
}
