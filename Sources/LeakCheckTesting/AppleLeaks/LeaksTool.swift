/// A tool that runs Apple's `leaks` on this process.
package protocol LeaksTool: Sendable {
  /// Returns the output of `leaks` for this process with `options`.
  ///
  /// - Throws: ``LeaksRefusal`` if `leaks` does not exist, is not permitted or does not answer.
  func text(_ options: [String]) throws(LeaksRefusal) -> [UInt8]
}

/// The reason why `leaks` gives no answer.
package struct LeaksRefusal: Error, Hashable, Sendable {
  /// The reason as part of a sentence, safe to print.
  package var reason: String

  /// Creates a refusal for a reason.
  package init(_ reason: String) { self.reason = reason }
}
