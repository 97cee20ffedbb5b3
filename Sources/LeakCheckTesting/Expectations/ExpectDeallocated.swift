/// Fails if an object is still alive after the test hands it over.
///
/// Hand the object over as an expression or with `consume`, so that the test itself does not hold it:
///
/// ```swift
/// let vc = ProfileVC()
/// vc.viewDidLoad()
/// expectDeallocated(consume vc)
/// ```
///
/// A failure says what keeps the object alive and what to change, and attaches the graph as JSON and SVG:
///
/// ```
/// ProfileVC was not deallocated: retain cycle
///   ProfileVC.onUpdate → {closure #1 in ProfileVC.viewDidLoad()} → self
///
/// leak 1 of 1  retain cycle · 2 objects · 112 bytes                       04db5990
///
///   ╭─▸ ProfileVC                              should be deallocated
///   │     │ onUpdate                  strong
///   │     ▾
///   │   closure #1 in Pro…VC.viewDidLoad()     closure
///   │     │ self (captured)           strong  ✂ make this weak
///   ╰─────╯
///
///   why  ProfileVC keeps closure #1 in ProfileVC.viewDidLoad(), which captures
///        ProfileVC. None of them can reach a reference count of 0.
///   fix  capture [weak self] in closure #1 in ProfileVC.viewDidLoad()
///
/// graph: /tmp/leakcheck-popping-the-profile.json
/// picture: /tmp/leakcheck-popping-the-profile.svg
/// ```
///
/// If the object is still alive, the assertion first drains the main queue, finishing tasks and global queues. `nil`
/// fails because it proves nothing.
///
/// - Complexity: Below 1 µs if the object is gone; otherwise a capture of the heap.
public func expectDeallocated(
  _ object: consuming AnyObject?,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let place = AssertionPlace(fileID, filePath, line, column)
  guard let probe = object.map({ LifetimeProbe($0) }) else {
    return ReportFailure.record(Handover.none, at: place)
  }
  object = nil
  DeallocationCheck([probe], hint: Handover.value).run(at: place)
}

/// Awaits pending work, then fails if an object is still alive after the test hands it over.
///
/// Like the form without `async`. In addition, a test on the main actor lets the main queue drain.
///
/// ```swift
/// await expectDeallocated(consume vc)
/// ```
public nonisolated(nonsending) func expectDeallocated(
  _ object: consuming AnyObject?,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) async {
  let place = AssertionPlace(fileID, filePath, line, column)
  guard let probe = object.map({ LifetimeProbe($0) }) else {
    return ReportFailure.record(Handover.none, at: place)
  }
  object = nil
  await DeallocationCheck([probe], hint: Handover.value).run(at: place)
}

/// Sets a variable to `nil` and fails if its object is still alive.
///
/// ```swift
/// var vc: ProfileVC? = ProfileVC()
/// vc?.viewDidLoad()
/// expectDeallocated(&vc)
/// ```
///
/// `nil` fails because it proves nothing.
public func expectDeallocated<Object: AnyObject>(
  _ object: inout Object?,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let place = AssertionPlace(fileID, filePath, line, column)
  guard let probe = object.map({ LifetimeProbe($0) }) else {
    return ReportFailure.record(Handover.none, at: place)
  }
  object = nil
  DeallocationCheck([probe], hint: Handover.variable).run(at: place)
}

/// Sets a variable to `nil`, awaits pending work, and fails if its object is still alive.
///
/// The variable must be local: Swift does not pass an actor's property to an async function as `inout`. `nil` fails
/// because it proves nothing.
public nonisolated(nonsending) func expectDeallocated<Object: AnyObject>(
  _ object: inout Object?,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) async {
  let place = AssertionPlace(fileID, filePath, line, column)
  guard let probe = object.map({ LifetimeProbe($0) }) else {
    return ReportFailure.record(Handover.none, at: place)
  }
  object = nil
  await DeallocationCheck([probe], hint: Handover.variable).run(at: place)
}

/// Fails if the object that a closure creates and uses outlives the closure.
///
/// ```swift
/// expectDeallocated {
///   let vc = ProfileVC()
///   vc.viewDidLoad()
///   return vc
/// }
/// ```
///
/// `nil` and an error fail because they prove nothing. The error is rethrown.
@_disfavoredOverload
public func expectDeallocated<Object: AnyObject, Failure: Error>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: () throws(Failure) -> Object?
) throws(Failure) {
  let place = AssertionPlace(fileID, filePath, line, column)
  let probe: LifetimeProbe?
  do throws(Failure) {
    probe = try body().map { LifetimeProbe($0) }
  } catch {
    ReportFailure.record(Handover.thrown("\(error)"), at: place)
    throw error
  }
  guard let probe else { return ReportFailure.record(Handover.none, at: place) }
  DeallocationCheck([probe], hint: Handover.closure).run(at: place)
}

/// Awaits pending work, then fails if the object that a closure creates and uses outlives the closure.
///
/// `nil` and an error fail because they prove nothing. The error is rethrown.
public nonisolated(nonsending) func expectDeallocated<Object: AnyObject, Failure: Error>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: nonisolated(nonsending) () async throws(Failure) -> Object?
) async throws(Failure) {
  let place = AssertionPlace(fileID, filePath, line, column)
  let probe: LifetimeProbe?
  do throws(Failure) {
    probe = try await body().map { LifetimeProbe($0) }
  } catch {
    ReportFailure.record(Handover.thrown("\(error)"), at: place)
    throw error
  }
  guard let probe else { return ReportFailure.record(Handover.none, at: place) }
  await DeallocationCheck([probe], hint: Handover.closure).run(at: place)
}

/// Hints about how to hand an object over.
private enum Handover {
  static let value =
    "if the test holds it in a variable, hand that over: expectDeallocated(consume object), or"
    + " expectDeallocated(&object) with an optional var"
  static let variable = "if another variable of the test holds it too, set that to nil first"
  static let closure = "if a variable outside the closure holds it too, make it inside"

  static var none: LeakFailure {
    .vacuous(
      "the object is nil",
      hint: "make the object and hand it over: nil was never alive, or was gone before")
  }

  static func thrown(_ error: String) -> LeakFailure {
    .vacuous(
      "the body threw \(error) before it returned an object",
      hint: "catch the error inside the body, and return the object")
  }
}
