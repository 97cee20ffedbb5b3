import LeakCheckCapture
import Synchronization
public import Testing

/// Runs every test of a suite under the rules of `expectNoLeaks`.
///
/// ```swift
/// @Suite(.leakChecked) struct ProfileTests { … }
/// ```
///
/// Suites inside the suite are checked too. Leak-checked tests run one at a time, so that none is blamed for the
/// objects of another. Tests that throw are not judged: they have failed already.
public struct LeakCheckedTrait: SuiteTrait, TestTrait, TestScoping {
  private let allowed: [AllowedLeak]

  fileprivate init(allowed: [AllowedLeak]) { self.allowed = allowed }

  /// Suites inside the suite are checked too.
  public var isRecursive: Bool { true }

  /// The trait itself, for suites as for the cases of a test.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> LeakCheckedTrait? { self }

  /// Runs a test between a mark and a capture; for a suite, counts what may stay of all its tests together.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let outer = LeakCheckScope.current
    let scope = outer ?? LeakCheckScope(ledger: AllowanceLedger([]), isInsideCase: false)
    scope.ledger.merge(allowed)
    if scope.isInsideCase { return try await function() }
    guard testCase != nil else {
      try await LeakCheckScope.$current.withValue(scope) { try await function() }
      if outer == nil { tellSlack(of: scope.ledger, in: test) }
      return
    }
    try await check(test, in: scope.ledger, performing: function)
  }

  private func check(
    _ test: Test, in ledger: AllowanceLedger, performing function: @Sendable () async throws -> Void
  ) async throws {
    let inside = LeakCheckScope(ledger: ledger, isInsideCase: true)
    await OneAtATime.shared.enter()
    defer { OneAtATime.shared.leave() }
    let check = LeftoverCheck(allowing: ledger)
    do {
      try await LeakCheckScope.$current.withValue(inside) { try await function() }
    } catch {
      check.abandon()
      throw error
    }
    if let error = check.refusal {
      check.abandon()
      return RefusalOnce.tell(error) { ReportFailure.record($0, of: test) }
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

  /// Fails each test that leaves something behind, but for some types.
  ///
  /// - Parameter allowed: types of which objects may stay because something else holds them. Where a type is
  ///   given with a count, all tests of the suite together may leave as many; more fail, fewer give a warning that
  ///   says to lower the count.
  /// - Returns: the trait.
  public static func leakChecked(allowing allowed: [AllowedLeak]) -> Self {
    LeakCheckedTrait(allowed: allowed)
  }
}

/// What the leak check around the running test is.
private struct LeakCheckScope: Sendable {
  var ledger: AllowanceLedger
  /// Whether a test is being checked already, by the same trait of a suite around it.
  var isInsideCase: Bool

  @TaskLocal static var current: LeakCheckScope?
}

/// Says once in a process that live objects cannot be read: each test would say the same.
enum RefusalOnce {
  private static let isTold = Mutex(false)

  static func tell(_ error: CaptureError, _ record: (LeakFailure) -> Void) {
    let isFirst = isTold.withLock { isTold in
      defer { isTold = true }
      return !isTold
    }
    guard isFirst else { return }
    let notes = ["this is told once: no test of this run is leak-checked"]
    record(.refused(error, LeakClaim(kind: .nothingLeft, notes: notes)))
  }
}

/// Lets one leak-checked test run at a time, in the order of coming; waiting blocks no thread.
private final class OneAtATime: Sendable {
  static let shared = OneAtATime()

  private let state: Mutex<(isTaken: Bool, waiting: [CheckedContinuation<Void, Never>])> =
    Mutex((false, []))

  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  func leave() {
    let next = state.withLock { state in
      state.isTaken = !state.waiting.isEmpty
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    next?.resume()
  }
}
