import LeakCheckCapture
import LeakCheckGraph
import LeakCheckReport
import LeakCheckTestSupport
import Testing

import LeakCheckTesting

@Suite struct LeakFailureTests {
  private let claim = LeakClaim(
    kind: .deallocated, objects: ["ProfileVC"], hint: "hand it over: consume vc")

  @Test func `a failure says what is wrong, the path, the fix`() throws {
    let failure = try #require(LeakFailure.judged(try selfCapture, claim))
    #expect(
      failure.text == """
        ProfileVC was not deallocated: retain cycle
          ProfileVC.onUpdate → {closure #1 in ProfileVC.viewDidLoad()} → self

        leak 1 of 1  retain cycle · 2 objects                             LK001 04db5990

          ╭─▸ ProfileVC                            should be deallocated
          │     │ onUpdate                  strong
          │     ▾
          │   closure #1 in Pro…eVC.viewDidLoad()  closure
          │     │ self (captured)           strong  ✂ make this weak
          ╰─────╯

          why  ProfileVC keeps closure #1 in ProfileVC.viewDidLoad(), which captures
               ProfileVC. None of them can reach a reference count of 0.
          fix  capture [weak self] in closure #1 in ProfileVC.viewDidLoad()
          code onUpdate = { [weak self] in
          or   capture [unowned self] in closure #1 in ProfileVC.viewDidLoad(), which
               never outlives it
        """)
  }

  @Test func `a global is named as what holds the object`() throws {
    let graph = try ObjectGraph("S! -> ProfileVC- 'shown'").changing(objects: {
      if $0.id == "S" { $0.root = "static Screens.all" }
    })
    let text = try #require(LeakFailure.judged(graph, claim)).text
    #expect(text.hasPrefix("ProfileVC was not deallocated: held by static Screens.all\n"))
    #expect(text.contains("\n  static Screens.all.shown → ProfileVC\n"))
  }

  @Test func `a task that waits is named`() throws {
    let graph = try ObjectGraph("T! -> t 'job'; t -> c{} 'frame'; c -> ProfileVC- 'self'")
      .changing(objects: { if $0.id == "t" { $0.kind = .task } })
    let text = try #require(LeakFailure.judged(graph, claim)).text
    #expect(text.hasPrefix("ProfileVC was not deallocated: held by a task that waits\n"))
  }

  @Test func `a local variable is told how to let go`() throws {
    let graph = try ObjectGraph("ProfileVC-!").changing(objects: { $0.root = "a local variable" })
    let text = try #require(LeakFailure.judged(graph, claim)).text
    #expect(text.hasPrefix("ProfileVC was not deallocated: held by a local variable\n"))
    #expect(text.hasSuffix("\n  fix  hand it over: consume vc"))
  }

  @Test func `an object without a path is still told of`() throws {
    let text = try #require(LeakFailure.judged(nothing, claim)).text
    #expect(
      text == """
        ProfileVC was not deallocated: held from outside the heap
          why  nothing in the heap keeps it: a local variable of the test or C code
               holds it
          fix  hand it over: consume vc
        """)
  }

  @Test func `a refusal says why, and that the object is alive`() {
    let error = CaptureError(.sanitizer, "the address sanitizer replaces the allocator")
    #expect(
      LeakFailure.refused(error, claim).text == """
        ProfileVC was not deallocated: alive, but no path can be shown
          why  the address sanitizer replaces the allocator
          fix  hand it over: consume vc
        """)
  }

  @Test func `nothing left is no failure`() {
    #expect(LeakFailure.judged(nothing, LeakClaim(kind: .nothingLeft)) == nil)
    #expect(LeakFailure.judged(ObjectGraph("S! -> a"), LeakClaim(kind: .nothingLeft)) == nil)
  }

  @Test func `a framework's cycle on the way is no leak`() {
    let graph = ObjectGraph("R!# -> L# 'a'; L -> R 'b'")
    #expect(LeakFailure.judged(graph, LeakClaim(kind: .nothingLeft)) == nil)
  }

  @Test func `a leak of libraries alone is told with how to let it stay`() throws {
    let claim = LeakClaim(kind: .nothingLeft)
    let libraries = ObjectGraph("Pool-# -> Worker-# 'worker'; Worker -> Pool 'pool'")
    let text = try #require(LeakFailure.judged(libraries, claim)).text
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("`allowing: [.cycle(\"Worker\", because: \"…\")]`"))
    #expect(!words.contains("weak var"))
    let shared = ObjectGraph("Pool- -> Worker-# 'worker'; Worker -> Pool 'pool'")
    #expect(try !#require(LeakFailure.judged(shared, claim)).text.contains("allowing:"))
  }

  @Test func `what is left is named by its types`() throws {
    let graph = ObjectGraph("a! -> Session- 's'; a -> Player- 'p'; B- -> B 'me'")
    let text = try #require(LeakFailure.judged(graph, LeakClaim(kind: .nothingLeft))).text
    let first = text.prefix { $0 != "\n" }
    #expect(first.contains(" were left behind: "))
    #expect(first.contains("Session") && first.contains("Player") && first.contains("B"))
  }

  @Test func `objects of one type are counted`() throws {
    let graph = try ObjectGraph("a! -> A- 'a'; a -> B- 'b'; a -> Y- 'y'").changing(objects: {
      if ["A", "B"].contains($0.id) { $0.type = "X" }
    })
    let failure = try #require(LeakFailure.judged(graph, LeakClaim(kind: .nothingLeft)))
    #expect(failure.summary.hasPrefix("2 X objects and Y were left behind: "))
  }

  @Test func `an object of two findings is named once`() throws {
    let graph = try ObjectGraph(
      "t! -> c{} 'operation'; c -> P- 'self'; P -> t 'task'; t -> q 'x'; q -> t 'y'"
    )
    .changing(objects: { if $0.id == "t" { $0.kind = .task } })
    let failure = try #require(LeakFailure.judged(graph, LeakClaim(kind: .nothingLeft)))
    #expect(failure.report?.findings.count == 2)
    #expect(failure.summary.hasPrefix("P was left behind: "))
  }

  @Test func `at most three findings are shown in full`() throws {
    let many = (1...5).map { "a! -> X\($0)- 'x\($0)'" }.joined(separator: "; ")
    let failure = try #require(
      LeakFailure.judged(ObjectGraph(many), LeakClaim(kind: .nothingLeft)))
    #expect(failure.summary.contains(" and 2 more were left behind"))
    #expect(failure.text.contains("leak 3 of 5") && !failure.text.contains("leak 4 of 5"))
    #expect(failure.text.contains("… and 2 more findings: see the graph"))
  }

  @Test(arguments: HostileNames.all)
  func `names cannot break the message`(_ name: String) throws {
    let graph = try ObjectGraph("V- -> c{} 'x'; c -> V 'self'").changing(objects: {
      $0.type = name
      $0.name = name
      $0.expectation?.reason = name
    })
    var claim = self.claim
    claim.objects = [name]
    claim.notes = [name]
    let text = try #require(LeakFailure.judged(graph, claim)).text
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(!text.unicodeScalars.contains("\u{202e}"))
  }
}
