import LeakCheckCapture

/// The leak checks around the code that runs.
struct CheckScope: Sendable {
  /// What may stay behind, of all tests of a suite together; `nil` outside of checked suites.
  var ledger: AllowanceLedger?
  /// The modules that count as the program's.
  var modules: Set<String> = []
  /// Whether tests fail, instead of being skipped, where nothing can be read.
  var isRequired = false
  /// Whether a test, or a body, is being checked already.
  var isChecking = false

  @TaskLocal static var current = CheckScope()
}
