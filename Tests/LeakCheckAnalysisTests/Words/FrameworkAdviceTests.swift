import LeakCheckGraph
import Testing

@testable import LeakCheckAnalysis

/// Advice on what frameworks hold is what one writes there, and leaves what works.
@Suite struct FrameworkAdviceTests {
  /// A window is shown by nothing else: weak, it would go as soon as it is made.
  @Test(arguments: [
    ("overlayWindow", "UIWindow", "window", "framework"),
    ("preferences", "PreferencesWindowController", "controller", "app"),
  ])
  func `a window that is over is cleared`(
    name: String, type: String, kind: String, owner: String
  ) throws {
    let finding = try finding(
      """
      {"id": "a", "type": "AppDelegate", "root": true},
      {"id": "w", "type": "\(type)", "kind": "\(kind)", "owner": "\(owner)", "expect": "gone"}
      """, #"{"from": "a", "to": "w", "name": "\#(name)"}"#)
    let step = try #require(finding.cut.steps.first)
    #expect(step.fix == "set AppDelegate.\(name) to nil when its time is over")
    #expect(step.code?.after == "\(name) = nil")
    #expect(finding.alternatives.isEmpty)
  }

  @Test(arguments: [
    ("Sink<Int, Never>", "receiveValue", ".sink { [weak self] value in"),
    (
      "Sink<Int, URLError>", "receiveValue",
      ".sink(receiveCompletion: { _ in }, receiveValue: { [weak self] value in"
    ),
    (
      "Sink<Int, Swift.Error>", "receiveCompletion",
      ".sink(receiveCompletion: { [weak self] completion in"
    ),
  ])
  func `a sink of what may fail has two closures`(
    type: String, name: String, code: String
  ) throws {
    let finding = try finding(
      """
      {"id": "m", "type": "Model"}, {"id": "s", "type": "\(type)", "owner": "framework"},
      {"id": "b", "type": "() -> ()", "kind": "closure", "name": "closure #1 in Model.load()"}
      """,
      """
      {"from": "m", "to": "s", "name": "sink"}, {"from": "s", "to": "b", "name": "\(name)"},
      {"from": "b", "to": "m", "name": "self", "kind": "capture"}
      """)
    #expect(finding.cut.steps.first?.code?.after == code)
  }

  /// What a framework keeps in fields of its own nobody can clear who does not know the call.
  @Test(arguments: [("framework", false), ("app", true)])
  func `no other way is an edit inside a framework`(owner: String, isTold: Bool) throws {
    let finding = try finding(
      """
      {"id": "m", "type": "Model"}, {"id": "t", "type": "Registrar", "owner": "\(owner)"},
      {"id": "b", "type": "() -> ()", "kind": "closure", "name": "closure #1 in Model.load()"}
      """,
      """
      {"from": "m", "to": "t", "name": "token"}, {"from": "t", "to": "b", "name": "entry"},
      {"from": "b", "to": "m", "name": "self", "kind": "capture"}
      """)
    let fixes = finding.alternatives.flatMap(\.steps).map(\.fix)
    #expect(fixes.contains { $0.contains("entry") } == isTold)
  }

  /// A task that awaits a continuation, which it keeps by the fetcher that its closure captures; `referrer` is in a
  /// property besides.
  private func findingOfContinuation(having referrer: String) throws -> Finding {
    try finding(
      """
      {"id": "f", "type": "Fetcher"}, {"id": "m", "type": "Map"}, {"id": "x", "type": "Rows"},
      {"id": "k", "type": "CheckedContinuation<Int, Never>", "owner": "framework"},
      {"id": "t", "type": "Task<Int, Never>", "kind": "task", "owner": "framework"},
      {"id": "b", "type": "() -> ()", "kind": "closure", "name": "closure #1 in Map.locate()"}
      """,
      """
      {"from": "f", "to": "k", "name": "continuation"}, {"from": "k", "to": "t", "name": "task"},
      {"from": "t", "to": "b", "name": "operation"},
      {"from": "m", "to": "\(referrer)", "name": "own"},
      {"from": "b", "to": "f", "name": "fetcher", "kind": "capture"}
      """)
  }

  @Test(arguments: [("x", false), ("f", true)])
  func `no other way is a weak capture of what nothing else has`(
    referrer: String, isTold: Bool
  ) throws {
    let steps = try findingOfContinuation(having: referrer).alternatives.flatMap(\.steps)
    #expect(steps.contains { $0.reference.isCapture && $0.how == .weak } == isTold)
  }

  @Test func `no other way is a weak session that only its tasks have besides`() throws {
    let finding = try finding(
      """
      {"id": "d", "type": "Downloader", "expect": "gone"},
      {"id": "s", "type": "URLSession", "owner": "framework"},
      {"id": "t", "type": "URLSessionDownloadTask", "owner": "framework"}
      """,
      """
      {"from": "d", "to": "s", "name": "session"},
      {"from": "s", "to": "d", "name": "delegate",
        "until": {"event": "finishTasksAndInvalidate()", "called": "inDeinit", "of": "d"}},
      {"from": "d", "to": "t", "name": "tasks", "kind": "element"},
      {"from": "t", "to": "s", "name": "session"}
      """)
    #expect(finding.alternatives.isEmpty)
  }

  /// Weak, the view would be kept by the run loop still, and no cycle would tell of it.
  @Test(arguments: ["Timer", "CADisplayLink"])
  func `of a view that only its own timer has, the timer is told to end`(type: String) throws {
    let finding = try finding(
      """
      {"id": "l", "type": "RunLoop", "root": true, "owner": "framework"},
      {"id": "t", "type": "\(type)", "kind": "timer", "owner": "framework"},
      {"id": "v", "type": "Canvas", "kind": "view"}
      """,
      """
      {"from": "l", "to": "t", "name": "timers", "kind": "element"},
      {"from": "v", "to": "t", "name": "timer"}, {"from": "t", "to": "v", "name": "target"}
      """)
    let step = try #require(finding.cut.steps.first)
    #expect(step.fix.hasPrefix("call invalidate() on Canvas.timer when Canvas should go"))
    #expect(step.safety == .unknown)
  }

  /// A task that waits, as a capture reads it: its frame has the sheet, and so has its closure.
  @Test(arguments: [("Sheet", "app", true), ("Storage", "framework", false)])
  func `a continuation that the app has is resumed, whatever its task keeps`(
    type: String, owner: String, isResumed: Bool
  ) throws {
    let finding = try finding(
      """
      {"id": "s", "type": "\(type)", "owner": "\(owner)"}, {"id": "a", "type": "Sheet"},
      {"id": "c", "type": "CheckedContinuationCanary", "owner": "framework"},
      {"id": "t", "type": "Task", "kind": "task", "owner": "framework"},
      {"id": "b", "type": "closure", "kind": "closure", "name": "closure #1 in Sheet.ask()"}
      """,
      """
      {"from": "s", "to": "c", "name": "c"}, {"from": "a", "to": "s", "name": "storage"},
      {"from": "c", "to": "t", "name": "continuation", "kind": "runtime"},
      {"from": "t", "to": "a", "name": "frame", "kind": "runtime", "x-unproved": true},
      {"from": "t", "to": "b", "name": "operation"},
      {"from": "b", "to": "a", "kind": "capture"}
      """)
    let isAlone = finding.cut.steps.count == 1
    let first = try #require(finding.cut.steps.first)
    #expect(first.fix.hasPrefix("resume the continuation exactly once") == isResumed)
    #expect(isAlone == isResumed)
  }

  /// To cancel resumes nothing, and to let go of the continuation leaves the task waiting for ever.
  @Test func `no other way is to end what waits for a continuation, or to let go of that`() throws {
    let finding = try findingOfContinuation(having: "x")
    #expect(finding.cut.steps.map(\.fix).first?.hasPrefix("resume the continuation") == true)
    #expect(finding.alternatives.isEmpty)
  }

  @Test(arguments: [("continuation", "c"), ("completion", "f")])
  func `what the frames of a waiting task keep ends with the resumption`(
    name: String, held: String
  ) throws {
    let finding = try finding(
      """
      {"id": "s", "type": "Sheet", "expect": "gone"},
      {"id": "f", "type": "closure", "kind": "closure", "name": "closure #2 in Sheet.ask()"},
      {"id": "c", "type": "CheckedContinuationCanary", "owner": "framework"},
      {"id": "t", "type": "Task", "kind": "task", "owner": "framework"},
      {"id": "b", "type": "closure", "kind": "closure", "name": "closure #1 in Sheet.ask()"}
      """,
      """
      {"from": "s", "to": "t", "name": "task"}, {"from": "s", "to": "\(held)", "name": "\(name)"},
      {"from": "f", "to": "c", "kind": "capture"},
      {"from": "c", "to": "t", "name": "continuation", "kind": "runtime"},
      {"from": "t", "to": "s", "name": "frame", "kind": "runtime", "x-unproved": true},
      {"from": "t", "to": "b", "name": "operation"},
      {"from": "b", "to": "s", "kind": "capture"}
      """)
    let fixes = finding.cut.steps.map(\.fix)
    #expect(fixes.contains { $0.hasPrefix("resume the continuation exactly once") })
    #expect(!fixes.contains { $0.hasPrefix("call cancel()") })
    let others = finding.alternatives.flatMap(\.steps).map(\.fix)
    #expect(!others.contains { $0.contains("return when cancelled") }, "\(others)")
    #expect(!others.contains { $0.contains("set Sheet.\(name)") }, "\(others)")
  }

  @Test(arguments: [
    ("hosting", "controller", false), ("self", "controller", true), ("model", "object", true),
  ])
  func `a screen that is captured by its name is not captured by value`(
    name: String, kind: String, isOffered: Bool
  ) throws {
    let finding = try finding(
      """
      {"id": "s", "type": "Target", "kind": "\(kind)"}, {"id": "v", "type": "Rows"},
      {"id": "b", "type": "() -> ()", "kind": "closure", "name": "closure #1 in Target.show()"}
      """,
      """
      {"from": "s", "to": "v", "name": "rows"}, {"from": "v", "to": "b", "name": "onClose"},
      {"from": "b", "to": "s", "name": "\(name)", "kind": "capture"}
      """)
    let ways = finding.alternatives.flatMap(\.steps).map(\.how)
    #expect(ways.contains(.captureValue) == isOffered)
  }

  @Test func `what two objects of a class keep is told by their properties`() throws {
    let finding = try finding(
      #"{"id": "n", "type": "Node"}, {"id": "m", "type": "Node"}"#,
      #"{"from": "n", "to": "m", "name": "child"}, {"from": "m", "to": "n", "name": "parent"}"#)
    #expect(finding.why.hasPrefix("Node keeps another Node by child, which keeps it by parent."))
  }

  @Test func `a task that its owner has in a property is cancelled besides`() throws {
    func fix(ofTaskIn source: String) throws -> String? {
      try finding(
        """
        {"id": "r", "type": "Runtime", "root": true, "owner": "framework"},
        {"id": "o", "type": "Chat", "expect": "gone"}, {"id": "p", "type": "Other"},
        {"id": "t", "type": "Task<(), Never>", "kind": "task", "owner": "framework"},
        {"id": "b", "type": "() -> ()", "kind": "closure", "name": "closure #1 in Chat.listen()"}
        """,
        """
        {"from": "r", "to": "t", "name": "running"}, {"from": "r", "to": "p", "name": "other"},
        {"from": "\(source)", "to": "t", "name": "listener"},
        {"from": "t", "to": "b", "name": "operation"},
        {"from": "b", "to": "o", "name": "self", "kind": "capture"}
        """
      ).cut.steps.first?.fix
    }
    let list = "capture [weak self] in closure #1 in Chat.listen()"
    #expect(
      try fix(ofTaskIn: "o")
        == "\(list), and call cancel() on Chat.listener in deinit, which runs then")
    // Another object's task is not the one that goes to end.
    #expect(try fix(ofTaskIn: "p") == list)
  }
}
