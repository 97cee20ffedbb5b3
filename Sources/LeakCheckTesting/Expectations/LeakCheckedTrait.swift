public import Testing

/// Runs every test of a suite under the rules of `expectNoLeaks`.
///
/// ```swift
/// @Suite(.leakChecked) struct ProfileTests { … }
/// ```
///
/// Suites inside the suite are checked too. Leak-checked tests run one at a time, so that none is blamed for the
/// objects of another. Tests that throw are not judged: they have failed already. Before the first one, planted leaks
/// prove that leaks are found in this process, as ``expectLeakCheckWorks(fileID:filePath:line:column:)`` does. Where live
/// objects cannot be read, such as under a sanitizer, tests are skipped with that reason.
public struct LeakCheckedTrait: SuiteTrait, TestTrait, TestScoping {
  private let allowed: [AllowedLeak]
  private let modules: Set<String>
  private let isRequired: Bool

  fileprivate init(allowed: [AllowedLeak], modules: [String] = [], isRequired: Bool = false) {
    self.allowed = allowed
    self.modules = Set(modules)
    self.isRequired = isRequired
  }

  /// Suites inside the suite are checked too.
  public var isRecursive: Bool { true }

  /// The trait itself, for suites as for the cases of a test.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> LeakCheckedTrait? { self }

  /// Runs a test between a mark and a capture; for a suite, counts what may stay of all its tests together.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    var scope = CheckScope.current
    let isOuter = scope.ledger == nil
    let ledger = scope.ledger ?? AllowanceLedger([])
    ledger.merge(allowed)
    scope.ledger = ledger
    scope.modules.formUnion(modules)
    scope.isRequired = scope.isRequired || isRequired
    if scope.isChecking { return try await function() }
    if testCase != nil {
      return try await CheckScope.$current.withValue(scope) {
        try await check(test, in: ledger, performing: function)
      }
    }
    try await CheckScope.$current.withValue(scope) { try await function() }
    if isOuter { tellSlack(of: ledger, in: test) }
  }

  private func check(
    _ test: Test, in ledger: AllowanceLedger, performing function: @Sendable () async throws -> Void
  ) async throws {
    let check = await LeftoverCheck.begin(allowing: ledger)
    do {
      try await CheckScope.$current.withValue(check.inside) {
        // Proved while it is this check's turn, so that what is planted is nobody's.
        if check.readsHeap, let failure = await SelfTest.firstFailure() {
          ReportFailure.record(failure, of: test)
        }
        try await function()
      }
    } catch {
      check.abandon()
      throw error
    }
    if let refusal = check.refusal {
      check.abandon()
      return try Refusals.skip(refusal, test)
    }
    if let failure = await check.failure(keeping: ()) { ReportFailure.record(failure, of: test) }
  }

  private func tellSlack(of ledger: AllowanceLedger, in test: Test) {
    for note in ledger.slack {
      Issue.record(
        Comment(rawValue: note), severity: .warning, sourceLocation: test.sourceLocation)
    }
  }
}

extension Trait where Self == LeakCheckedTrait {
  /// Fails each test that leaves something behind.
  ///
  /// ```swift
  /// @Suite(.leakChecked) struct ProfileTests {
  ///   @Test func `popping the profile`() { … }
  /// }
  /// ```
  public static var leakChecked: Self { LeakCheckedTrait(allowed: []) }

  /// Fails each test that leaves something behind, but for what may stay.
  ///
  /// - Parameters:
  ///   - allowed: leaks that may stay. Where one is given with a count, all tests of the suite together may leave as
  ///     many; more fail, fewer give a warning that says to lower the count.
  ///   - modules: modules whose objects count as the program's besides those whose sources lie in the package under
  ///     test.
  ///   - required: whether tests fail, instead of being skipped, where live objects cannot be read.
  /// - Returns: the trait.
  public static func leakChecked(
    allowing allowed: [AllowedLeak] = [], modules: [String] = [], required: Bool = false
  ) -> Self {
    LeakCheckedTrait(allowed: allowed, modules: modules, isRequired: required)
  }
}
