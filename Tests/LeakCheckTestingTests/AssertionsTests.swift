import Foundation
import LeakCheckCapture
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckTestSupport
import LeakCheckText
import Testing

import LeakCheckTesting

@Suite struct LeakTrackerTests {
  @Test func `objects that are gone pass`() async {
    let tracker = LeakTracker()
    var vc: ProfileVC? = tracker.track(ProfileVC(), named: "profile")
    vc?.child = tracker.track(ProfileVC())
    vc = nil
    await tracker.expectAllDeallocated()
  }

  @Test func `a tracker of nothing is vacuous, also the second time`() {
    let tracker = LeakTracker()
    tracker.track(ProfileVC())
    tracker.expectAllDeallocated()
    let messages = failures { tracker.expectAllDeallocated() }
    #expect(messages.first?.hasPrefix("nothing was checked: no object was tracked\n") == true)
  }

  @Test func `each object that is left is named`() {
    let tracker = LeakTracker()
    let first = tracker.track(ProfileVC(), named: "profile")
    let second = tracker.track(ProfileVC())
    let messages = failures { tracker.expectAllDeallocated() }
    first.use()
    second.use()
    #expect(
      messages.first?.hasPrefix("ProfileVC (profile) and ProfileVC were not deallocated: ")
        == true)
  }

  @Test func `objects are tracked from many threads`() async {
    let tracker = LeakTracker()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<200 { tracker.track(ProfileVC()) } }
      }
    }
    await tracker.expectAllDeallocated()
  }
}

@Suite struct ExpectNoLeaksTests {
  @Test func `a body that leaves nothing gives its value`() async {
    let value = finding(nothing) { expectNoLeaks { 42 } }
    #expect(value == 42)
    let awaited = await MadeUpCapture.$current.withValue(
      MadeUpCapture {
        CapturedLeaks(graph: nothing, notes: [])
      }
    ) {
      await expectNoLeaks {
        await Task.yield()
        return "value"
      }
    }
    #expect(awaited == "value")
  }

  @Test func `what is left fails with the path`() throws {
    let graph = try ObjectGraph("S! -> Session- 'open'").changing(objects: {
      if $0.id == "S" { $0.root = "static Sessions.all" }
    })
    let messages = failures { finding(graph, notes: ["a note"]) { expectNoLeaks {} } }
    let message = try #require(messages.first)
    #expect(message.hasPrefix("Session was left behind: held by static Sessions.all\n"))
    #expect(message.contains("\n  static Sessions.all.open → Session\n"))
    #expect(message.contains("\n  note a note"))
    // Where tests run one after the other, nobody else may have left it.
    let isAlone = CommandLine.arguments.contains("--no-parallel")
    #expect(message.contains("at the same time") != isAlone)
  }

  @Test func `what seems to be held from outside is looked at once more`() throws {
    let graph = ObjectGraph("S! -> Session- 'open'")
    for (last, isFound) in [(2, true), (3, false)] {
      let captures = Count()
      let messages = failures {
        MadeUpCapture.$current.withValue(
          MadeUpCapture {
            // The first one is the mark.
            let isCalm = captures.next() <= last
            var leaks = CapturedLeaks(graph: isCalm ? nothing : graph, notes: [], isSettled: true)
            leaks.mayBeHidden = isCalm
            return leaks
          }
        ) { expectNoLeaks {} }
      }
      #expect(messages.isEmpty != isFound)
      #expect(captures.next() == 4)
    }
  }

  @Test func `what is left the first time only is no leak`() throws {
    let graph = ObjectGraph("S! -> Session- 'open'")
    let captures = Count()
    let messages = failures {
      MadeUpCapture.$current.withValue(
        MadeUpCapture {
          CapturedLeaks(graph: captures.next() == 1 ? graph : nothing, notes: [])
        }
      ) { expectNoLeaks {} }
    }
    #expect(messages == [])
    #expect(captures.next() == 3)
  }

  @Test func `who arrives meanwhile changes nothing of a made-up capture`() {
    let graph = ObjectGraph("S! -> Session- 'open'")
    let captures = Count()
    let messages = failures {
      MadeUpCapture.$current.withValue(
        MadeUpCapture {
          // A thread of its own, on which captures are real: another test of the process, which is not in this task.
          let hasArrived = DispatchSemaphore(value: 0)
          let gate = CheckGate.shared
          Thread.detachNewThread {
            gate.arrive(watching: [])
            hasArrived.signal()
          }
          hasArrived.wait()
          let isMark = captures.next() == 1
          return CapturedLeaks(graph: isMark ? nothing : graph, notes: [], isSettled: true)
        }
      ) { expectNoLeaks {} }
    }
    #expect(messages.count == 1)
    #expect(captures.next() == 3)
  }

  @Test func `what a variable outside the body holds is told how to let go`() throws {
    let graph = try ObjectGraph("ProfileVC-!").changing(objects: { $0.root = "a local variable" })
    let messages = failures { finding(graph) { expectNoLeaks {} } }
    #expect(
      messages.first?.contains("\n  fix  if a variable outside the body holds it, return it")
        == true)
  }

  @Test func `a type can be allowed, a cycle cannot`() {
    let graph = ObjectGraph("S! -> App.Cache- 'c'; A- -> A 'me'")
    let messages = failures {
      finding(graph) {
        expectNoLeaks(allowing: [
          .type("Cache", because: "it is a cache"), .type("A", because: "no"),
        ]) {}
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("A was left behind: retain cycle\n") == true)
  }

  @Test func `a body that throws is vacuous and its error comes through`() {
    struct Refused: Error {}
    let messages = failures {
      #expect(throws: Refused.self) {
        try finding(nothing) { try expectNoLeaks { throw Refused() } }
      }
    }
    #expect(messages.first?.hasPrefix("nothing was checked: the body threw Refused()") == true)
  }

  @Test func `a refusal fails and says why`() {
    let messages = failures { refusing { expectNoLeaks {} } }
    #expect(
      messages.first?.hasPrefix(
        "nothing was checked: live objects cannot be read\n  why  this build") == true)
  }
}

@Suite struct ExpectNoRetainCyclesTests {
  @Test func `a graph without cycles passes`() {
    expectNoRetainCycles(in: ObjectGraph("a! -> b; b ~> a"))
  }

  @Test func `a graph with a cycle fails, even while it is held`() {
    let messages = failures {
      expectNoRetainCycles(in: ObjectGraph("r! -> Parent; Parent -> Kid 'kids'; Kid -> Parent 'p'"))
    }
    #expect(
      messages.first?.hasPrefix(
        "Parent retains itself: retain cycle, still reachable\n  Parent.kids → ") == true)
  }

  @Test func `a graph of nothing is vacuous`() {
    let messages = failures { expectNoRetainCycles(in: nothing) }
    #expect(messages.first?.hasPrefix("nothing was checked: the graph has no objects\n") == true)
  }

  @Test func `a scenario is run`() {
    var scenario = Scenario("A screen that keeps itself")
    scenario.type("Profile") { type in
      type.callback("init") {
        $0.set("self.onUpdate", to: .closure(captures: ["self": .strong]))
      }
    }
    scenario.steps { steps in
      steps.new("Profile", as: "profile")
      steps.drop("profile")
    }
    let messages = failures { expectNoRetainCycles(in: scenario) }
    #expect(messages.first?.contains("Profile retains itself: retain cycle\n") == true)
  }

  @Test func `a scenario whose objects are gone passes, one without objects is vacuous`() {
    var scenario = Scenario("An object goes")
    scenario.type("Model")
    scenario.steps { steps in
      steps.new("Model", as: "model")
      steps.drop("model")
    }
    expectNoRetainCycles(in: scenario)
    let messages = failures { expectNoRetainCycles(in: Scenario("Nothing")) }
    #expect(
      messages.first?.hasPrefix("nothing was checked: the scenario makes no object\n") == true)
  }

  @Test func `a live object is captured`() throws {
    let graph = try selfCapture
    let vc = ProfileVC()
    let messages = failures { finding(graph) { expectNoRetainCycles(in: vc) } }
    #expect(messages.first?.hasPrefix("ProfileVC retains itself: retain cycle\n") == true)
    let refused = failures { refusing { expectNoRetainCycles(in: vc) } }
    #expect(refused.first?.hasPrefix("nothing was checked: live objects cannot be read\n") == true)
  }
}

@Suite struct AllowanceTests {
  private let two = ObjectGraph("S! -> C- 'a'; S -> D- 'b'")

  @Test func `counts may shrink but not grow`() {
    let ledger = AllowanceLedger([.type("C", count: 2, because: "a cache")])
    for _ in 0..<2 {
      let settled = ledger.settlement(of: two)
      #expect(settled.notes == [])
      #expect(settled.graph.object(withID: "C")?.expectation == nil)
      ledger.enter(settled)
    }
    #expect(ledger.slack == [])
    let settled = ledger.settlement(of: two)
    #expect(settled.notes == ["3 of C stayed behind and 2 are allowed (a cache)"])
    #expect(settled.graph.object(withID: "C")?.expectation?.fate == .gone)
  }

  @Test func `fewer than allowed are told`() {
    let ledger = AllowanceLedger([.type("C", count: 3, because: "a cache")])
    ledger.enter(ledger.settlement(of: two))
    #expect(
      ledger.slack == ["3 of C are allowed and 1 stayed behind: lower the count to 1"])
  }

  @Test func `the greater count holds`() {
    let ledger = AllowanceLedger([.type("C", count: 1, because: "")])
    ledger.merge([.type("C", count: 2, because: ""), .type("D", because: "")])
    #expect(ledger.uncounted == [Glob("D")])
    #expect(ledger.slack == [])
    ledger.enter(ledger.settlement(of: nothing))
    #expect(ledger.slack.first?.hasPrefix("2 of C") == true)
  }
}

@Suite struct FailureFilesTests {
  @Test func `a file of another run stays as it is`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("leakcheck-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["one", "two"].map {
      FailureFiles.File(label: "graph", suffix: "json", bytes: Array($0.utf8))
    }
    let lines = FailureFiles.write(files, named: "t", in: folder)
    #expect(lines == ["graph: \(folder.path)/t.json", "graph: \(folder.path)/t-2.json"])
    #expect(
      try String(contentsOf: folder.appendingPathComponent("t.json"), encoding: .utf8) == "one")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == ["t-2.json", "t.json"])
    let pair = ["json", "svg"].map {
      FailureFiles.File(label: "graph", suffix: $0, bytes: Array($0.utf8))
    }
    let places = FailureFiles.write(pair, named: "t", in: folder)
    #expect(places == ["graph: \(folder.path)/t-3.json", "graph: \(folder.path)/t-3.svg"])
  }

  @Test func `a folder that cannot be written to is said`() {
    let file = FailureFiles.File(label: "picture", suffix: "svg", bytes: [])
    let lines = FailureFiles.write([file], named: "t", in: URL(fileURLWithPath: "/dev/null/x"))
    #expect(lines == ["picture: not written, /dev/null/x cannot be written to"])
  }

  @Test func `names of tests make names of files`() {
    #expect(FailureFiles.stem(of: "`popping/../the profile`()") == "leakcheck-popping-the-profile")
    #expect(FailureFiles.stem(of: "日本") == "leakcheck")
  }
}

/// Counts captures.
private final class Count: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0

  func next() -> Int {
    lock.withLock {
      value += 1
      return value
    }
  }
}
