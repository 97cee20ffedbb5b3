import LeakCheckCapture
import LeakCheckGraph
import LeakCheckTestSupport
import LeakCheckLocks
import Testing

/// The messages of the failures of `body`, which do not fail the test.
func failures(of body: () -> Void) -> [String] {
  let messages = Messages()
  withKnownIssue(isIntermittent: true) {
    body()
  } matching: {
    messages.take($0)
  }
  return messages.all
}

/// The messages of the failures of `body`, which do not fail the test.
func failures(of body: () async -> Void) async -> [String] {
  let messages = Messages()
  await withKnownIssue(isIntermittent: true) {
    await body()
  } matching: {
    messages.take($0)
  }
  return messages.all
}

private final class Messages: Sendable {
  private let messages: Mutex<[String]> = Mutex([])

  var all: [String] { messages.withLock { $0 } }

  func take(_ issue: Issue) -> Bool {
    guard issue.error == nil else { return true }
    messages.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
    return true
  }
}

/// Runs `body` as if live objects could not be read.
func refusing<Value>(_ body: () throws -> Value) rethrows -> Value {
  let error = CaptureError(.unsupportedSystem, "this build cannot read live objects")
  return try MadeUpCapture.$current.withValue(MadeUpCapture(refusing: error), operation: body)
}

/// Runs `body` as if a capture found `graph`.
func finding<Value>(
  _ graph: ObjectGraph, notes: [String] = [], _ body: () throws -> Value
) rethrows -> Value {
  try MadeUpCapture.$current.withValue(
    MadeUpCapture { CapturedLeaks(graph: graph, notes: notes) }, operation: body)
}

/// Runs `body` as if a capture found `graph`.
nonisolated(nonsending) func finding<Value>(
  _ graph: ObjectGraph, _ body: nonisolated(nonsending) () async throws -> Value
) async rethrows -> Value {
  try await MadeUpCapture.$current.withValue(
    MadeUpCapture { CapturedLeaks(graph: graph, notes: []) }
  ) { try await body() }
}

/// A controller that retains itself where it is told to.
class ProfileVC {
  var onUpdate: (() -> Void)?
  var child: AnyObject?
  func use() {}
}

/// What a capture would find of a controller that its closure retains.
var selfCapture: ObjectGraph {
  get throws {
    try ObjectGraph("ProfileVC- -> c{} 'onUpdate'; c -> ProfileVC 'self'").changing(objects: {
      if $0.id == "c" { $0.name = "closure #1 in ProfileVC.viewDidLoad()" }
      if $0.id == "ProfileVC" { $0.expectation?.reason = "should be deallocated" }
    })
  }
}

let nothing = ObjectGraph("")
