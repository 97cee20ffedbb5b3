/// Fails when something is left behind that was not there before.
///
/// Two kinds of leak are found: objects that nothing reaches any more, such as a retain cycle; and new objects of the
/// package under test that something other than the returned value still holds, such as a global variable, a timer, a
/// task, a thread or a list of observers. Both can be allowed, with a reason.
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
/// What a global variable, a singleton or a lazy property makes for itself when it is first used is not left behind; the
/// second use is judged. `repeating:` proves the rest: the body runs so often, and of what something holds, only
/// what grows with every repetition is left behind.
///
/// Checks wait for one another, so that tests that run at the same time are not blamed for each other's objects. What
/// the body returns is kept, and so is what that holds. An error comes through and fails, because what comes after it
/// was not tried.
///
/// `repeating:` must be at least 1; of several results the last is returned.
///
/// On macOS and in simulators `/usr/bin/leaks` is asked before and after the body: what is leaked after it and was not
/// before is left behind. What something still holds is not found there.
///
/// - Complexity: a fork before the body and a copy of the heap after it, some milliseconds for a small test. While the
///   body runs, pages that it writes to are copied. Where `leaks` is asked, two runs of it, a second or some each.
@_disfavoredOverload
public func expectNoLeaks<Value, Failure: Error>(
  repeating repetitions: Int = 1, allowing allowed: [AllowedLeak] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: () throws(Failure) -> Value
) throws(Failure) -> Value {
  let place = AssertionPlace(fileID, filePath, line, column)
  var check = LeftoverCheck(allowing: AllowanceLedger(allowed), hint: LeakFailure.keptOutside)
  let value: Value
  do throws(Failure) {
    value = try Repetitions.run(repetitions, in: &check, body)
  } catch {
    check.abandon()
    ReportFailure.record(.thrown("\(error)"), at: place)
    throw error
  }
  if let refusal = check.refusal {
    check.abandon()
    Refusals.tell(refusal, at: place)
  } else if let failure = check.failure(keeping: value) {
    ReportFailure.record(failure, at: place)
  }
  return value
}

/// Fails when something is left behind that was not there before, and awaits what is on its way out.
///
/// The same as the form without `async`; here also a test on the main actor lets the main queue drain, and waiting for
/// other checks blocks no thread.
public nonisolated(nonsending) func expectNoLeaks<Value, Failure: Error>(
  repeating repetitions: Int = 1, allowing allowed: [AllowedLeak] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: nonisolated(nonsending) () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  let place = AssertionPlace(fileID, filePath, line, column)
  var check = await LeftoverCheck.begin(
    allowing: AllowanceLedger(allowed), hint: LeakFailure.keptOutside)
  let value: Value
  do throws(Failure) {
    value = try await Repetitions.run(repetitions, in: &check, body)
  } catch {
    check.abandon()
    ReportFailure.record(.thrown("\(error)"), at: place)
    throw error
  }
  if let refusal = check.refusal {
    check.abandon()
    Refusals.tell(refusal, at: place)
  } else if let failure = await check.failure(keeping: value) {
    ReportFailure.record(failure, at: place)
  }
  return value
}

/// Runs the body of a check, once or more often.
private enum Repetitions {
  /// Runs `body` so often; where that is more than once, what the first time made for good is not counted.
  static func run<Value, Failure: Error>(
    _ count: Int, in check: inout LeftoverCheck, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    precondition(count > 0, "a body that is repeated \(count) times shows nothing")
    for repetition in 1..<max(count, 1) {
      _ = try once(in: check, body)
      if repetition == 1 { check.repeats(count - 1) }
    }
    return try once(in: check, body)
  }

  private static func once<Value, Failure: Error>(
    in check: LeftoverCheck, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let result = CheckScope.$current.withValue(check.inside) {
      Result { () throws(Failure) -> Value in try AutoreleasePool.run(body) }
    }
    return try result.get()
  }

  /// Runs `body` so often, awaiting it.
  nonisolated(nonsending) static func run<Value, Failure: Error>(
    _ count: Int, in check: inout LeftoverCheck,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    precondition(count > 0, "a body that is repeated \(count) times shows nothing")
    for repetition in 1..<max(count, 1) {
      _ = try await once(in: check, body)
      if repetition == 1 { check.repeats(count - 1) }
    }
    return try await once(in: check, body)
  }

  private nonisolated(nonsending) static func once<Value, Failure: Error>(
    in check: LeftoverCheck, _ body: nonisolated(nonsending) () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result = await CheckScope.$current.withValue(check.inside) {
      () async -> Result<Value, Failure> in
      do throws(Failure) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
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
