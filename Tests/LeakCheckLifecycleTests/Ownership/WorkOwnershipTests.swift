import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// Tasks, sessions and late calls: who holds whom while work is under way.
extension OwnershipTests {
  // MARK: - Tasks

  @Test func `a task that waits for a signal ends by itself`() throws {
    let start = onLoad { actions in
      actions.task(
        .closure { body in
          body.await("loaded")
          body.read("self.view")
        })
    }
    #expect(try kinds(start) == [.temporary])
    #expect(try kinds(start, behind: { $0.signal("loaded") }) == [])
  }

  @Test func `a continuation that nothing resumes keeps its task, also a cancelled one`() throws {
    func start(in place: Place?) -> Write {
      { actions in
        actions.task(
          .closure { body in
            body.await("reply", lost: true)
            body.read("self.view")
          }, in: place)
      }
    }
    let kept = start(in: "self.task")
    #expect(try kinds(onLoad(kept), behind: { $0.signal("reply") }) == [.abandoned])
    #expect(try ended(kept) { $0.cancel("self.task") }[1] == [.abandoned])
    let run = try popped(onLoad(start(in: nil)))
    #expect(run.misuse.isEmpty)
    let cut = try #require(run.findings.first?.cut)
    #expect(cut.steps.map(\.rule) == ["LK321"])
    #expect(cut.replay?.outcome == "run again with this cut, everything goes")
  }

  private func loop(guardsBefore: Bool) -> Write {
    { actions in
      actions.task(
        .closure(captures: ["self": .weak]) { body in
          if guardsBefore { body.guardName("self") }
          body.forAwait("updates") { turn in
            if !guardsBefore { turn.guardName("self") }
            turn.read("self.view")
          }
        }, in: "self.task")
    }
  }

  @Test func `an endless loop holds what it unwrapped before it`() throws {
    let stop: Write = { $0.cancel("self.task") }
    #expect(
      try ended(loop(guardsBefore: true), by: stop) == [[.abandoned], [], [.teardownNeverRuns]])
    #expect(try ended(loop(guardsBefore: false), by: stop) == [[], [], []])
    #expect(
      try kinds(onLoad(loop(guardsBefore: true)), behind: { $0.finish("updates") }) == [])
  }

  @Test func `a method that a task waits in holds its object`() throws {
    var callbacks = onLoad { actions in
      actions.task(.closure(captures: ["self": .weak]) { $0.call("self.listen") })
    }
    callbacks["listen"] = { $0.forAwait("updates") { $0.read("self.view") } }
    #expect(try kinds(callbacks) == [.abandoned])
  }

  @Test func `an actor is held as a class is`() throws {
    let run = try popped(
      onLoad { actions in
        actions.new("Worker", as: "worker")
        actions.set("worker.handler", to: .closure { $0.call("worker.work") })
      })
    #expect(run.findings.map(\.kind) == [.cycle])
    #expect(run.findings.first?.path.objects.contains { $0.kind == .actor } == true)
  }

  // MARK: - Network

  @Test func `a session holds its delegate`() throws {
    #expect(
      try ended(
        { $0.session(delegate: "self", in: "self.session") },
        by: { $0.finishSession("self.session") }) == [[.cycle], [], [.teardownNeverRuns]])
  }

  @Test func `a session that the app forgets holds its delegate all the same`() throws {
    let start: Write = { $0.session(delegate: "self", in: "self.session") }
    let forgotten = onLoad { actions in
      start(&actions)
      actions.set("self.session", to: .null)
    }
    #expect(try kinds(forgotten) == [.abandoned])
    #expect(try kinds(onLoad(start), properties: ["session": .weak]) == [.abandoned])
    let run = try popped(onLoad(start))
    let holders = Set(run.graph.objects.map(\.type))
    #expect(!holders.contains("URLLoadingSystem"), "a property says it with a shorter path")
    // So that property weak would not mend it, and is not advised.
    let finding = try #require(run.findings.first)
    let names = ([finding.cut] + finding.alternatives).flatMap { $0.steps.map(\.reference.name) }
    #expect(names == ["delegate"])
  }

  @Test func `a data task holds its completion until then`() throws {
    let start = onLoad {
      $0.dataTask("self.request", completion: .closure { $0.read("self.view") })
    }
    #expect(try kinds(start) == [.temporary])
    #expect(
      try kinds(
        onLoad { $0.dataTask("global.request", completion: .closure { $0.read("self.view") }) },
        behind: { $0.complete("global.request") }) == [])
  }

  // MARK: - Unowned

  @Test func `an unowned self that is called too late traps, with its place`() throws {
    let observe = onLoad { actions in
      actions.observe(
        "Changed", using: .closure(captures: ["self": .unowned]) { $0.read("self.view") })
    }
    let run = try popped(observe, behind: { $0.post("Changed") })
    #expect(run.failedChecks.map(\.check) == ["trap"])
    #expect(run.findings.map(\.kind) == [.dangling])
    let quiet = try popped(observe)
    #expect(quiet.failedChecks.isEmpty)
    #expect(quiet.findings.map(\.kind) == [.dangling])
  }
}

extension OwnershipTests {
  @Test func `a session that is forgotten keeps its delegate too`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.session(delegate: "a", in: "session")
      steps.drop("session")
      steps.drop("a")
      steps.expectGone("A")
    }
    #expect(run.findings.map(\.kind) == [.abandoned])
    let event = run.findings.first?.cut.steps.first?.event ?? ""
    #expect(event.contains("finishTasksAndInvalidate"))
  }

  @Test func `values given before a cancellation are delivered behind it`() throws {
    let run = try outcome(types: { scenario in
      scenario.type("A", is: "UIViewController") { $0.callback("go") { $0.log() } }
    }) { steps in
      steps.new("A", as: "a")
      steps.task(
        .closure { body in
          body.forAwait("values") { turn in
            turn.call("a.go")
            turn.await("gate")
          }
        }, in: "task")
      for _ in 0..<3 { steps.yield("values") }
      steps.cancel("task")
      for _ in 0..<3 { steps.signal("gate") }
    }
    #expect(run.log.count { $0.matches("go") } == 3)
  }
}
