import LeakCheckCapture

/// The scope of leak checks around the running code.
struct CheckScope: Sendable {
  /// The allowed leaks over all tests of a suite, or `nil` outside checked suites.
  var ledger: AllowanceLedger?
  /// The modules that count as the program's.
  var modules: Set<String> = []
  /// Whether tests fail instead of being skipped if live objects cannot be read.
  var isRequired = false
  /// Whether a check of a test or body is already active.
  var isChecking = false

  @TaskLocal static var current = CheckScope()
}
