import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// What waits at the end for something that happens once: a cycle that this ends is none.
@Suite struct SettlingTests {
  /// A client that keeps itself through its callbacks until something clears them.
  private func outcome(
    clearing clear: (inout ActionList) -> Void, _ steps: (inout ActionList) -> Void = { _ in }
  ) throws -> ScenarioOutcome {
    var scenario = Scenario("a client")
    scenario.type("Client") { type in
      type.callback("get") { get in
        get.set("self.callback", to: .closure(captures: ["self": .strong]))
        clear(&get)
      }
      type.callback("clear") { $0.set("self.callback", to: .null) }
    }
    scenario.steps {
      $0.new("Client", as: "client")
      $0.call("client.get")
      $0.drop("client")
      steps(&$0)
    }
    return try scenario.run()
  }

  private static let clearing: Value = .closure(captures: ["self": .strong]) {
    $0.call("self.clear")
  }

  @Test func `a cycle that nothing ends is found`() throws {
    #expect(try outcome { _ in }.findings.map(\.kind) == [.cycle])
    // What happens again and again may never do it.
    let repeating = try outcome { $0.after(1, do: .closure { $0.read("self") }, repeats: true) }
    #expect(repeating.findings.contains { $0.kind == .cycle })
  }

  @Test func `a cycle that a delayed call, a timer or a response ends is none`() throws {
    let delayed = try outcome { $0.after(1, do: Self.clearing) }
    let timed = try outcome { $0.timer(after: 1, block: Self.clearing) }
    let asked = try outcome { $0.dataTask("request", completion: Self.clearing) }
    let waiting = try outcome {
      $0.task(
        .closure(captures: ["self": .strong]) {
          $0.await("reply")
          $0.call("self.clear")
        })
    }
    for outcome in [delayed, timed, asked, waiting] {
      #expect(outcome.findings.allSatisfy { $0.kind == .temporary }, "\(outcome.findings)")
    }
  }

  @Test func `what leads to the next is followed`() throws {
    let nested = try outcome {
      $0.after(
        1,
        do: .closure(captures: ["self": .strong]) { $0.after(1, do: Self.clearing) })
    }
    #expect(nested.findings.allSatisfy { $0.kind == .temporary })
  }

  @Test func `what is expected eventually may still wait`() throws {
    for isEventual in [false, true] {
      let waiting = try outcome {
        $0.after(1, do: Self.clearing)
      } _: {
        $0.expectGone("Client", eventually: isEventual)
      }
      #expect(waiting.failedChecks.isEmpty == isEventual)
      let leaked = try outcome { _ in
      } _: {
        $0.expectGone("Client", eventually: isEventual)
      }
      #expect(leaked.failedChecks.count == 1)
    }
  }
}
