/// Fails when something is left behind that was not there before.
///
/// Two kinds of leak are found: objects on a retain cycle that nothing reaches any more, and new objects of the
/// app's own modules that something other than the returned value still holds, such as a global, a timer, a task
/// or a list of observers. The second kind can be allowed by type, with a reason.
///
/// ```swift
/// let session = try expectNoLeaks {
///   let player = Player()
///   try player.play("intro")
///   return player.session
/// }
/// ```
///
/// ```
/// Player was left behind: held by static Scheduler.shared
///   static Scheduler.shared.jobs["poll"] → {closure #1 in Player.play(_:)} → self (Player)
/// …
/// ```
///
/// The whole failure is that of `expectDeallocated(_:)`: path, what
/// to cut, picture. What is on its way out is given time first: the main queue, finishing tasks and global queues
/// are drained for a bounded number of turns.
///
/// What the body returns is kept, and so is what that holds. An error comes through and fails, because what comes
/// after it was not tried.
///
/// - Complexity: a fork before the body and a capture of the heap after it, 4 to 5 ms for a small test; two
///   captures where the process is large. While the body runs, pages that it writes to are copied.
@_disfavoredOverload
public func expectNoLeaks<Value, Failure: Error>(
  allowing allowed: [AllowedLeak] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: () throws(Failure) -> Value
) throws(Failure) -> Value {
  let place = AssertionPlace(fileID, filePath, line, column)
  let check = LeftoverCheck(allowing: AllowanceLedger(allowed), hint: LeakFailure.keptOutside)
  let value: Value
  do throws(Failure) {
    value = try AutoreleasePool.run(body)
  } catch {
    check.abandon()
    ReportFailure.record(.thrown("\(error)"), at: place)
    throw error
  }
  if let failure = check.failure(keeping: value) { ReportFailure.record(failure, at: place) }
  return value
}

/// Fails when something is left behind that was not there before, and awaits what is on its way out.
///
/// The same as the form without `async`; here also a test on the main actor lets the main queue drain.
public nonisolated(nonsending) func expectNoLeaks<Value, Failure: Error>(
  allowing allowed: [AllowedLeak] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: nonisolated(nonsending) () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  let place = AssertionPlace(fileID, filePath, line, column)
  let check = LeftoverCheck(allowing: AllowanceLedger(allowed), hint: LeakFailure.keptOutside)
  let value: Value
  do throws(Failure) {
    value = try await body()
  } catch {
    check.abandon()
    ReportFailure.record(.thrown("\(error)"), at: place)
    throw error
  }
  if let failure = await check.failure(keeping: value) {
    ReportFailure.record(failure, at: place)
  }
  return value
}

extension LeakFailure {
  fileprivate static let keptOutside =
    "if a variable outside the body holds it, return it from the body, or set that to nil there"

  fileprivate static func thrown(_ error: String) -> LeakFailure {
    .vacuous(
      "the body threw \(error)",
      hint: "catch the error inside the body, for example with #expect(throws:)")
  }
}
