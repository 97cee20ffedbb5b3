import LeakCheckLocks

/// Objects that a test makes and that should be gone at its end.
///
/// In XCTest, for every test of a class:
///
/// ```swift
/// final class ProfileTests: XCTestCase {
///   private let tracker = LeakTracker()
///   private var vc: ProfileVC?
///
///   override func setUp() { vc = tracker.track(ProfileVC()) }
///   override func tearDown() {
///     vc = nil
///     tracker.expectAllDeallocated()
///   }
/// }
/// ```
///
/// A failure names each object that is left, as `expectDeallocated(_:)`
/// does. Safe to use from any thread. To track an object costs below 1 µs and does not keep it.
public final class LeakTracker: Sendable {
  private let probes: Mutex<[LifetimeProbe]> = Mutex([])

  /// A tracker of nothing.
  public init() {}

  /// Tracks an object, without keeping it.
  ///
  /// - Parameters:
  ///   - object: the object.
  ///   - name: what to call it in a failure, besides its type.
  /// - Returns: the object, so that it can be tracked where it is made.
  @discardableResult public func track<Object: AnyObject>(
    _ object: Object, named name: String = ""
  ) -> Object {
    let probe = LifetimeProbe(object, named: name)
    probes.withLock { $0.append(probe) }
    return object
  }

  /// Fails when a tracked object is alive, or when none was tracked; forgets them all.
  public func expectAllDeallocated(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let place = AssertionPlace(fileID, filePath, line, column)
    check(at: place)?.run(at: place)
  }

  /// Fails when a tracked object is alive, or when none was tracked; forgets them all and awaits what is on its way.
  public nonisolated(nonsending) func expectAllDeallocated(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let place = AssertionPlace(fileID, filePath, line, column)
    await check(at: place)?.run(at: place)
  }

  private func check(at place: AssertionPlace) -> DeallocationCheck? {
    let tracked = probes.withLock { probes in
      defer { probes = [] }
      return probes
    }
    guard tracked.isEmpty else {
      return DeallocationCheck(
        tracked, hint: "if the test holds it in a variable, set that to nil before the assertion")
    }
    ReportFailure.record(
      .vacuous("no object was tracked", hint: "call track(_:) where the test makes the object"),
      at: place)
    return nil
  }
}
