/// Fails if a body leaves objects behind.
///
/// Finds two kinds of leak: objects that nothing reaches any longer, such as a retain cycle; and new objects of the
/// package under test that something other than the returned value still holds, such as a global variable, a timer, a
/// task, a thread or a list of observers. You can allow both, with a reason.
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
/// A failure has the same content as that of `expectDeallocated(_:)`: the path, the cut and a picture. Objects that are
/// about to go get time first: the assertion drains the main queue, finishing tasks and global queues for a bounded
/// number of turns.
///
/// Objects that a global variable, a singleton or a lazy property creates for itself on first use do not count as left
/// behind; the second use is judged. `repeating:` proves the rest: the body runs that many times, and held objects
/// count as left behind only if they grow with every repetition.
///
/// Checks wait for one another, so that concurrent tests are not blamed for each other's objects. The returned value
/// stays, with everything that it holds. If the body throws, the assertion rethrows the error and fails, because the
/// code after the error did not run.
///
/// `repeating:` must be at least 1. The last of several results is returned.
///
/// On macOS and in simulators, the assertion runs `/usr/bin/leaks` before and after the body and reports objects that
/// are leaked only after it. It does not find objects that something still holds.
///
/// - Complexity: A fork before the body and a copy of the heap after it, a few milliseconds for a small test. While the
///   body runs, the system copies pages that it writes to. With `leaks`, two runs of it, one or more seconds each.
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

/// Fails if an asynchronous body leaves objects behind, after it awaits those that are about to go.
///
/// Like the form without `async`. In addition, a test on the main actor lets the main queue drain, and the wait for
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

/// Runs the body of a check one or more times.
private enum Repetitions {
  /// Runs `body` `count` times; of several runs, permanent objects of the first do not count.
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

  /// Runs and awaits `body` `count` times.
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
