import LeakCheckGraph
import LeakCheckImport
import LeakCheckTestSupport
import LeakCheckText
import Testing

@testable import LeakCheckAnalysis

/// Advice fits the object that it is about, and says nothing that the graph does not.
@Suite struct FittingAdviceTests {
  @Test(arguments: [("controller", true), ("object", false)])
  func `only a controller disappears`(kind: String, disappears: Bool) throws {
    let finding = try finding(
      """
      {"id": "o", "type": "Owner", "kind": "\(kind)", "expect": "gone"},
      {"id": "s", "type": "URLSession", "owner": "framework"}
      """,
      """
      {"from": "o", "to": "s", "name": "session"}, {"from": "s", "to": "o", "name": "delegate",
       "until": {"event": "invalidateAndCancel()", "called": "inDeinit", "of": "o"}}
      """)
    let fixes = (finding.cut.steps + finding.alternatives.flatMap(\.steps)).map(\.fix)
    let late = try #require(fixes.first { $0.contains("before deinit") })
    #expect(late.contains("viewDidDisappear(_:)") == disappears)
    #expect(late.contains("before deinit (that of Owner never runs), e.g. in"))
  }

  /// A live capture says with which protocol a property is declared, whatever the property is called.
  @Test(arguments: [
    ("any LoaderDelegate", true), ("any Loading", false), ("LoaderDelegate", false),
  ])
  func `a property of a delegate's protocol is a delegate`(type: String, isDelegate: Bool) throws {
    let finding = try finding(
      #"{"id": "p", "type": "Parent"}, {"id": "c", "type": "Loader"}"#,
      """
      {"from": "p", "to": "c", "name": "inner"},
      {"from": "c", "to": "p", "name": "other", "x-class": "\(type)"}
      """)
    #expect(finding.isEither != isDelegate)
    if isDelegate {
      #expect(finding.cut.steps.map(\.fix) == ["declare `weak var other` in Loader"])
    }
  }

  /// A run loop keeps a timer, and each object that leaves without ending its own adds one more that fires for nothing.
  @Test(arguments: [
    ("RunLoop", "Timer", "timer", "block", "call invalidate() on Timer"),
    (
      "NotificationCenter", "__NSObserver", "observer", "block",
      "hand __NSObserver to removeObserver(_:)"
    ),
    (
      "AVPlayer", "AVPeriodicTimeObserver", "observer", "block",
      "hand AVPeriodicTimeObserver to removeTimeObserver(_:)"
    ),
  ])
  func `what is called again and again is ended besides`(
    centre: String, type: String, kind: String, name: String, call: String
  ) throws {
    let objects = """
      {"id": "c", "type": "\(centre)", "root": true, "owner": "framework"},
      {"id": "t", "type": "\(type)", "kind": "\(kind)", "owner": "framework"},
      {"id": "b", "type": "() -> ()", "kind": "closure", "name": "closure #1 in Clock.start()"},
      {"id": "o", "type": "Clock", "expect": "gone"}
      """
    let references = """
      {"from": "t", "to": "b", "name": "\(name)"},
      {"from": "b", "to": "o", "name": "self", "kind": "capture"}
      """
    let held = try finding(
      objects, references + ", {\"from\": \"c\", \"to\": \"t\", \"name\": \"entries\"}")
    let step = try #require(held.cut.steps.first)
    let list = "capture [weak self] in closure #1 in Clock.start()"
    #expect(
      step.fix == "\(list), and keep \(type) in a property, and \(call) in deinit, which runs then")
    #expect(step.weakCapture?.name == "self" && step.code?.after.contains("[weak self]") == true)
    // To end the registration takes the block, which nothing else needs.
    let ending = held.alternatives.first { $0.steps.first?.how == .end }
    #expect(ending?.safety == .unknown)
    // What only the object has is in no run loop, and goes with it.
    let own = try finding(
      objects, references + ", {\"from\": \"o\", \"to\": \"t\", \"name\": \"own\"}")
    #expect(own.cut.steps.first?.fix == list)
  }

  /// What has no property that another object leads to lives by its own timer: to weaken the timer changes nothing.
  @Test func `an object in its own timer is let go by the block`() throws {
    let finding = try finding(
      """
      {"id": "c", "type": "RunLoop", "root": true, "owner": "framework"},
      {"id": "t", "type": "Timer", "kind": "timer", "owner": "framework"},
      {"id": "b", "type": "() -> ()", "kind": "closure", "name": "closure #1 in Clock.start()"},
      {"id": "o", "type": "Clock"}
      """,
      """
      {"from": "c", "to": "t", "name": "timers"}, {"from": "t", "to": "b", "name": "block"},
      {"from": "b", "to": "o", "name": "self", "kind": "capture"},
      {"from": "o", "to": "t", "name": "timer"}
      """)
    #expect(finding.cut.steps.map(\.reference.name) == ["self"])
    #expect(finding.cut.safety == .unknown)
  }

  @Test(arguments: [
    ("UIView", "view", "subviews[0]", "call removeFromSuperview() on Target when it should go"),
    (
      "UIWindow", "window", "rootViewController",
      "set rootViewController of UIWindow to nil when Target should go"
    ),
  ])
  func `a call is made on what has it`(
    type: String, kind: String, name: String, fix: String
  ) throws {
    let finding = try finding(
      """
      {"id": "h", "type": "\(type)", "kind": "\(kind)", "root": true, "owner": "framework"},
      {"id": "t", "type": "Target", "kind": "\(kind == "view" ? "view" : "controller")", "expect": "gone"}
      """, "{\"from\": \"h\", \"to\": \"t\", \"name\": \"\(name)\"}")
    #expect(finding.cut.steps.map(\.fix) == [fix])
  }

  @Test func `a list that is let go of is emptied`() throws {
    let finding = try finding(
      """
      {"id": "h", "type": "Model", "expect": "gone"},
      {"id": "l", "type": "Set<AnyCancellable>", "kind": "collection"}
      """,
      """
      {"from": "h", "to": "l", "name": "cancellables"},
      {"from": "l", "to": "h", "name": "", "kind": "element"}
      """)
    let fixes = ([finding.cut] + finding.alternatives).flatMap(\.steps).map(\.fix)
    #expect(fixes.contains { $0.hasPrefix("empty Model.cancellables ") }, "\(fixes)")
  }

  @Test(arguments: [
    ("closure", "targets", false), ("controller", "targets", true),
    ("controller", "contentViewController", false), ("view", "targets", false),
  ])
  func `only what is told of events has a stand-in with a weak target`(
    kind: String, name: String, hasStandIn: Bool
  ) throws {
    let finding = try finding(
      """
      {"id": "loop", "type": "Registry", "root": true, "owner": "framework"},
      {"id": "t", "type": "Target", "kind": "\(kind)", "expect": "gone"}
      """, "{\"from\": \"loop\", \"to\": \"t\", \"name\": \"\(name)\"}")
    #expect(finding.cut.steps.first?.fix.contains("proxy") == hasStandIn)
  }

  @Test(arguments: ["analytics", "preferences", "status"])
  func `one thing whose name ends like a plural is no list`(name: String) throws {
    let finding = try finding(
      """
      {"id": "app", "type": "App", "root": true}, {"id": "s", "type": "Service"}
      """,
      """
      {"from": "app", "to": "s", "name": "service"}, {"from": "s", "to": "app", "name": "\(name)"}
      """)
    #expect(finding.cut.steps.first?.fix == "declare `weak var \(name)` in Service")
  }

  @Test func `a child is told, taken off and removed, in this order`() throws {
    func fix(_ kind: String) throws -> String {
      try #require(
        try finding(
          """
          {"id": "host", "type": "Host", "kind": "\(kind)", "root": true},
          {"id": "map", "type": "Map", "kind": "\(kind)", "expect": "gone"}
          """, "{\"from\": \"host\", \"to\": \"map\", \"name\": \"children\"}"
        ).cut.steps.first?.fix)
    }
    #expect(
      try fix("controller") == "call willMove(toParent: nil) on Map, take its view off with"
        + " removeFromSuperview(), then call removeFromParent()")
    #expect(try fix("object") == "remove Map from Host.children when its time is over")
  }

  @Test func `what keeps the holder is told, not that it is needed`() throws {
    let objects = """
      {"id": "r", "type": "Root"ROOT}, {"id": "h", "type": "Holder"},
      {"id": "t", "type": "Target", "expect": "gone"}
      """
    let references = """
      {"from": "r", "to": "h", "name": "h"}, {"from": "h", "to": "t", "name": "t"}
      """
    let declared = objects.replacing("ROOT", with: ", \"root\": true")
    #expect(
      try finding(declared, references).why == "Holder keeps Target by t, and Root keeps Holder.")
    let direct = try finding(declared, "{\"from\": \"r\", \"to\": \"t\", \"name\": \"t\"}")
    #expect(direct.why == "Root keeps Target by t, and is itself held from outside.")
    let assumed = try finding(
      objects.replacing("ROOT", with: ""), "{\"from\": \"r\", \"to\": \"t\", \"name\": \"t\"}")
    #expect(assumed.why.hasSuffix("as nothing retains it and no root is declared."))
  }

  @Test func `what should be gone and keeps itself besides is told so`() throws {
    let graph = ObjectGraph("Root! -> Target- 't'; Target -> Helper 'a'; Helper -> Target 'b'")
    let findings = Checks.findings(in: GraphAnalysis(of: graph))
    let abandoned = try #require(findings.first { $0.kind == .abandoned })
    #expect(abandoned.why.hasSuffix(". Target also keeps itself: it is on a retain cycle."))
  }

  @Test func `no alternative lets go of a framework's object that the app works with`() throws {
    let finding = try finding(
      """
      {"id": "s", "type": "Screen", "kind": "controller", "expect": "gone"},
      {"id": "p", "type": "PassthroughSubject", "owner": "framework"},
      {"id": "a", "type": "Assign", "kind": "observer", "owner": "framework"},
      {"id": "c", "type": "AnyCancellable", "kind": "observer", "owner": "framework"}
      """,
      """
      {"from": "s", "to": "p", "name": "counts"}, {"from": "s", "to": "c", "name": "all"},
      {"from": "p", "to": "a", "name": "subscribers", "kind": "element"},
      {"from": "c", "to": "a", "name": "subscription"}, {"from": "a", "to": "s", "name": "object"}
      """)
    #expect(finding.cut.steps.map(\.reference.name) == ["object"])
    let others = finding.alternatives.flatMap { $0.steps.map(\.fix) }
    #expect(!others.contains { $0.contains("PassthroughSubject") || $0.contains("Assign from") })
  }

  @Test(arguments: [("invalidate()", true), ("stop()", false)])
  func `a call that is made already is told of`(event: String, isTold: Bool) throws {
    let finding = try finding(
      """
      {"id": "loop", "type": "RunLoop", "root": true, "owner": "framework"},
      {"id": "a", "type": "A", "kind": "controller"},
      {"id": "t", "type": "Timer", "kind": "timer", "owner": "framework"}
      """,
      """
      {"from": "a", "to": "t", "name": "timer"}, {"from": "t", "to": "a", "name": "target"},
      {"from": "loop", "to": "t", "name": "timers",
       "until": {"event": "\(event)", "called": "inTeardown"}}
      """)
    #expect(finding.advice.contains("the graph says that invalidate() is called") == isTold)
  }

  @Test func `no count is told of that nobody stated`() throws {
    let text = """
      Process:         App [7]
      leaks Report Version: 4.0
      Process 7: 10 nodes malloced for 1 KB
      Process 7: 1 leak for 48 total leaked bytes.

          1 (48 bytes) ROOT LEAK: <HomeViewModel 0x600000c04000> [48]

      """
    let graph = try AppleLeaksReader().read(Array(text.utf8), from: "a.leaks")
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.kind == .leaked)
    #expect(finding.why.hasSuffix("and no counts."))
    #expect(!finding.message.contains("retained"))
  }

  @Test(arguments: [
    ("() -> ()", "closure"), ("(Int) -> Bool", "object"), ("Task<(), Never>", "task"),
    ("Task<(), Never>", "object"), ("Array<Cell>", "collection"), ("Set<Token>", "object"),
    ("any Theme", "box"), ("Binding<Bool>", "object"), ("AnyPublisher<Int, Never>", "object"),
    ("AsyncStream<Int>", "object"), ("EventLoopPromise<Int>", "object"),
  ])
  func `what is not an object is not told to be weak`(type: String, kind: String) throws {
    let finding = try finding(
      """
      {"id": "a", "type": "Screen", "expect": "gone"},
      {"id": "b", "type": "\(type)", "kind": "\(kind)"}
      """,
      """
      {"from": "a", "to": "b", "name": "thing"}, {"from": "b", "to": "a", "name": "screen"}
      """)
    for step in finding.cut.steps + finding.alternatives.flatMap(\.steps)
    where step.reference.name == "thing" {
      #expect(!step.fix.contains("weak"))
      #expect(step.code?.after.contains("weak") != true)
    }
  }

  @Test func `a class of one's own that is named as a value of Swift can be weak`() throws {
    let finding = try finding(
      "{\"id\": \"a\", \"type\": \"TodoList\"}, {\"id\": \"b\", \"type\": \"Task\"}",
      """
      {"from": "a", "to": "b", "name": "tasks[0]", "kind": "element"},
      {"from": "b", "to": "a", "name": "list"}
      """)
    #expect(finding.cut.steps.map(\.fix) == ["declare `weak var list` in Task"])
  }

  @Test(arguments: [
    ("Sink<Int, Never>", "receiveValue"), ("Assign<A, B>", "object"),
    ("AnonymousObserver", "_sink"),
    ("BehaviorRelay<Int>", "observers"), ("Signal<Int, Never>", "observers"),
    ("ValueObservation<Int>", "onChange"), ("SelectableEventLoop", "scheduledTasks"),
    ("CABasicAnimation", "delegate"), ("PassthroughSubject.Subscription", "target"),
  ])
  func `no call is asked for on what a user cannot reach`(type: String, name: String) throws {
    let finding = try finding(
      """
      {"id": "f", "type": "\(type)", "owner": "framework", "root": true},
      {"id": "m", "type": "Model", "expect": "gone"}
      """, "{\"from\": \"f\", \"to\": \"m\", \"name\": \"\(name)\"}")
    let fix = try #require(finding.cut.steps.first?.fix)
    #expect(!fix.contains("() on \(type)"), "\(fix)")
  }

  @Test(arguments: [
    #"{"from": "lists", "to": "list", "name": "spins"}"#,
    // In a value that cannot be copied, nothing but words is known.
    #"{"from": "lists", "to": "list", "name": "spins", "kind": "runtime"}"#,
    #"""
    {"from": "lists", "to": "list", "name": "spins"},
    {"from": "old", "to": "list", "name": "word at +48", "kind": "runtime"}
    """#,
  ])
  func `a list is told by its variable, whatever word of a capture names it too`(
    holders: String
  ) throws {
    let finding = try finding(
      """
      {"id": "lists", "type": "Lists", "root": "static variable"},
      {"id": "old", "type": "Box", "root": "a local variable or C code", "owner": "framework"},
      {"id": "list", "type": "Array<AnyObject>", "kind": "collection"},
      {"id": "gone", "type": "Spin", "expect": "gone"}
      """,
      """
      \(holders),
      {"from": "list", "to": "gone", "name": "[0]", "kind": "element"}
      """)
    #expect(
      finding.cut.steps.map(\.fix) == ["remove Spin from Lists.spins when its time is over"])
  }

  @Test func `no fix is an edit inside of a framework, and no second one the first and more`()
    throws
  {
    for name in ["part", "delegate", "items", "block"] {
      let finding = try finding(
        """
        {"id": "a", "type": "Vendor.A", "owner": "framework"},
        {"id": "b", "type": "Vendor.B", "owner": "framework"},
        {"id": "m", "type": "Model", "expect": "gone"}
        """,
        """
        {"from": "a", "to": "b", "name": "\(name)"}, {"from": "b", "to": "m", "name": "client"},
        {"from": "m", "to": "a", "name": "vendor"}
        """)
      let cuts = [finding.cut] + finding.alternatives
      let first = Set(finding.cut.steps.map(\.fix))
      for cut in cuts {
        #expect(
          cut.steps.allSatisfy {
            $0.reference.source.owner != .framework
              || $0.how == .end && !$0.fix.contains("weak var")
          })
        #expect(!cut.steps.contains { $0.role == .frameworkInternal })
      }
      #expect(!cuts.dropFirst().contains { first.isSubset(of: $0.steps.map(\.fix)) })
    }
  }
}
