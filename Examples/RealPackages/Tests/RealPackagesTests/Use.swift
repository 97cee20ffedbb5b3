import Foundation
import Testing

/// An ordinary use of a library, which leaves nothing behind.
struct Use: Sendable, CustomTestStringConvertible {
  /// The library, and what is done with it.
  var name: String
  var run: @Sendable () async throws -> Void

  var testDescription: String { name }

  init(_ name: String, _ run: @escaping @Sendable () async throws -> Void) {
    self.name = name
    self.run = run
  }

  /// All uses, from the last to the first where LEAKCHECK_ORDER says so: which use is the first of a library must not
  /// matter.
  static var all: [Use] {
    let uses = nio + grdb + openCombine + asyncAlgorithms + logging + yams + flyingFox + lifecycle
    let order = ProcessInfo.processInfo.environment["LEAKCHECK_ORDER"]
    return order == "reversed" ? uses.reversed() : uses
  }
}
