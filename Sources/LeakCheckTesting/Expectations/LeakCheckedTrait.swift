public import Testing

/// A trait that applies the rules of `expectNoLeaks` to every test in a suite.
///
/// ```swift
/// @Suite(.leakChecked) struct ProfileTests { … }
/// ```
///
/// The trait includes nested suites. Leak-checked tests run one at a time, so that none is blamed for the
/// objects of another. Tests that throw are not judged, since they have already failed. Before the first test, planted
/// leaks prove that this process can find leaks, as in ``expectLeakCheckWorks(fileID:filePath:line:column:)``. If live
/// objects cannot be read, for example under a sanitizer, the tests are skipped with that reason.
public struct LeakCheckedTrait: SuiteTrait, TestTrait, TestScoping {
  private let allowed: [AllowedLeak]
  private let modules: Set<String>
  private let isRequired: Bool

  fileprivate init(allowed: [AllowedLeak], modules: [String] = [], isRequired: Bool = false) {
    self.allowed = allowed
    self.modules = Set(modules)
    self.isRequired = isRequired
  }

  /// Whether the trait applies to nested suites, which is always true.
  public var isRecursive: Bool { true }

  /// Returns the trait itself, for suites and for test cases.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> LeakCheckedTrait? { self }

  /// Runs a test between a mark and a capture; for a suite, counts allowed leaks over all its tests.
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
  /// A trait that fails each test that leaves objects behind.
  ///
  /// ```swift
  /// @Suite(.leakChecked) struct ProfileTests {
  ///   @Test func `popping the profile`() { … }
  /// }
  /// ```
  public static var leakChecked: Self { LeakCheckedTrait(allowed: []) }

  /// Returns a trait that fails each test that leaves objects behind, except allowed ones.
  ///
  /// - Parameters:
  ///   - allowed: leaks that may stay. A count applies to all tests in the suite together; more leaks fail, and fewer
  ///     give a warning to lower the count.
  ///   - modules: modules whose objects count as the program's, in addition to those with sources in the package under
  ///     test.
  ///   - required: whether tests fail instead of being skipped if live objects cannot be read.
  /// - Returns: the trait.
  public static func leakChecked(
    allowing allowed: [AllowedLeak] = [], modules: [String] = [], required: Bool = false
  ) -> Self {
    LeakCheckedTrait(allowed: allowed, modules: modules, isRequired: required)
  }
}
