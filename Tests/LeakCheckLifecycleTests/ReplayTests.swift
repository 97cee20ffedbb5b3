import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// What running a scenario again with a cut shows.
@Suite struct ReplayTests {
  private func cuts(
    types: (inout Scenario) -> Void, _ steps: (inout ActionList) -> Void
  ) throws -> [Cut] {
    let finding = try #require(try outcome(types: types, steps).findings.first)
    return [finding.cut] + finding.alternatives
  }

  @Test func `a cut after which everything goes`() throws {
    let cuts = try cuts(types: { $0.type("Box") }) { steps in
      steps.new("Box", as: "b")
      steps.set("b.handler", to: .closure { $0.read("b") })
    }
    #expect(cuts[0].replay?.outcome == "run again with this cut, everything goes")
    #expect(cuts[0].safety == .proved)
    #expect(cuts[0].steps[0].why.hasSuffix("everything goes"))
  }

  @Test func `a cut after which a cycle is none and its objects stay`() throws {
    let cuts = try cuts(types: { scenario in
      scenario.type("Clock") { clock in
        clock.callback("start") { actions in
          actions.timer(
            every: 1, block: .closure { $0.call("self.tick") }, in: "self.timer")
        }
        clock.callback("tick") { _ in }
      }
    }) { steps in
      steps.new("Clock", as: "c")
      steps.call("c.start")
      steps.advance(3)
      steps.drop("c")
    }
    // To weaken the property leaves the timer in its run loop, with the clock.
    #expect(!cuts.isEmpty)
    for cut in cuts {
      #expect(!cut.steps.contains { $0.reference.name == "timer" && $0.how == .weak })
      #expect(cut.replay?.outcome == "run again with this cut, everything goes")
    }
  }

  @Test func `a cut of what a root holds ends the cycle, and not what the root holds`() throws {
    let cuts = try cuts(types: { scenario in
      scenario.type("Parent")
      scenario.type("Child")
    }) { steps in
      steps.new("Parent", as: "p")
      steps.new("Child", as: "c")
      steps.set("p.child", to: "c")
      steps.set("c.parent", to: "p")
      steps.set("global.parent", to: "p")
      steps.drop("c")
      steps.drop("p")
    }
    #expect(cuts.first?.steps.first?.reference.name == "parent")
    #expect(cuts.first?.replay?.outcome == "run again with this cut, the cycle is gone")
    #expect(cuts.first?.safety == .proved)
  }

  @Test func `no cut is offered twice`() throws {
    let cuts = try cuts(types: { scenario in
      scenario.type("Store")
      scenario.type("Item")
    }) { steps in
      steps.new("Store", as: "s")
      steps.set("global.store", to: "s")
      steps.new("Item", as: "i")
      steps.set("s.last", to: "i")
      steps.drop("i")
      steps.expectGone("Item")
    }
    let fixes = cuts.map { $0.steps.map(\.fix) }
    #expect(!fixes.isEmpty && Set(fixes).count == fixes.count, "\(fixes)")
  }

  @Test func `a cut that frees what a later step uses is not offered`() throws {
    let cuts = try cuts(types: { scenario in
      scenario.type("Parent") { $0.callback("use") { $0.read("self.child") } }
      scenario.type("Child")
    }) { steps in
      steps.new("Parent", as: "p")
      steps.new("Child", as: "c")
      steps.set("p.child", to: "c")
      steps.set("c.helper", to: "p")
      steps.drop("c")
      steps.call("p.use")
    }
    #expect(cuts.map { $0.steps[0].reference.name } == ["helper"])
    #expect(cuts.map(\.safety) == [.proved])
  }

  @Test func `a superclass's property is tried as weak in all subclasses`() throws {
    func cuts(isUsedBeside: Bool) throws -> [Cut] {
      try self.cuts(types: { scenario in
        scenario.type("State", is: "NSObject", properties: ["machine": .strong])
        scenario.type("Paused", is: "State")
        scenario.type("Running", is: "State") { $0.callback("use") { $0.read("self.machine") } }
        for type in ["Engine", "Machine"] { scenario.type(type) }
      }) { steps in
        steps.new("Paused", as: "p")
        steps.new("Machine", as: "m")
        steps.set("p.machine", to: "m")
        steps.set("m.paused", to: "p")
        steps.drop("p")
        steps.drop("m")
        guard isUsedBeside else { return }
        steps.new("Running", as: "r")
        steps.new("Engine", as: "e")
        steps.set("r.machine", to: "e")
        steps.drop("e")
        steps.call("r.use")
      }
    }
    let alone = try cuts(isUsedBeside: false)
    #expect(alone.map { $0.steps[0].reference.name } == ["machine"])
    #expect(alone[0].replay?.freesAll == true)
    #expect(try cuts(isUsedBeside: true).map { $0.steps[0].reference.name } == ["paused"])
  }

  @Test func `a cut after which an object is gone that must be there is not offered`() throws {
    func cuts(isExpected: Bool) throws -> [Cut] {
      try self.cuts(types: { scenario in
        scenario.type("Screen")
        scenario.type("Panel")
      }) { steps in
        steps.new("Screen", as: "s")
        steps.new("Panel", as: "p")
        steps.set("s.handler", to: .closure { $0.read("p") })
        steps.set("p.whole", to: "s")
        steps.drop("p")
        if isExpected { steps.expectAlive("Panel") }
        steps.drop("s")
      }
    }
    let names = try [false, true].map { isExpected in
      try cuts(isExpected: isExpected).map { $0.steps[0].reference.name }
    }
    #expect(Set(names[0]) == ["handler", "p", "whole"])
    #expect(Set(names[1]) == ["handler", "whole"])
    #expect(try cuts(isExpected: true)[0].safety == .proved)
  }

  @Test func `of two properties the one without which an object would go at once is not offered`()
    throws
  {
    func names(_ isKept: Bool) throws -> [String] {
      try cuts(types: { scenario in
        scenario.type("Session")
        scenario.type("User")
      }) { steps in
        steps.new("Session", as: "s")
        steps.new("User", as: "u")
        steps.set("s.user", to: "u")
        steps.set("u.session", to: "s")
        if !isKept { steps.drop("u") }
        steps.new("Session", as: "last")
      }.map { $0.steps[0].reference.name }
    }
    #expect(try names(false) == ["session"])
    #expect(Set(try names(true)) == ["session", "user"])
  }

  @Test func `a property that alone owns an object is cleared, not weak`() throws {
    func fixes(isKept: Bool) throws -> [String] {
      try cuts(types: { scenario in
        scenario.type("Web", is: "UIViewController") { web in
          if isKept { return }
          web.callback("viewDidLoad") { steps in
            steps.new("WKUserContentController", as: "content")
            steps.set("self.content", to: "content")
            steps.append("self", to: "self.content.scriptMessageHandlers")
          }
        }
      }) { steps in
        steps.new("UIViewController", as: "home")
        steps.new("UINavigationController", as: "nav", root: "home")
        steps.window("window", root: "nav")
        steps.show("window")
        steps.new("Web", as: "web")
        if isKept {
          steps.new("WKUserContentController", as: "content")
          steps.set("web.content", to: "content")
          steps.append("web", to: "content.scriptMessageHandlers")
        }
        steps.push("web", on: "nav")
        steps.drop("web")
        steps.pop("nav")
      }.flatMap { $0.steps.map(\.fix) }
    }
    let alone = try fixes(isKept: false)
    #expect(!alone.contains { $0.contains("weak var content") }, "\(alone)")
    #expect(alone.contains("set Web.content to nil when its time is over"), "\(alone)")
    // Where another owner keeps it meanwhile, the property may be weak.
    #expect(try fixes(isKept: true).contains { $0.contains("weak var content") })
  }

  @Test func `where every cut takes something, none is offered and it is said why`() throws {
    let finding = try #require(
      try outcome(types: { scenario in
        scenario.type("Job") { $0.callback("run") { _ in } }
      }) { steps in
        steps.new("Job", as: "j")
        steps.set("j.itself", to: "j")
        steps.drop("j")
        steps.expectAlive("Job")
      }.findings.first)
    #expect(finding.cut.steps.isEmpty)
    #expect(finding.advice.hasPrefix("no cut frees it and leaves the scenario as it is"))
    #expect(finding.advice.contains("expectAlive"))
  }

  @Test func `a cut after which an object that stays hears less is not offered`() throws {
    func cuts(isHeard: Bool) throws -> [Cut] {
      try self.cuts(types: { $0.type("Screen", is: "UIViewController") }) { steps in
        steps.new("A", as: "home")
        steps.new("UINavigationController", as: "nav", root: "home")
        steps.window("window", root: "nav")
        steps.show("window")
        steps.new("Screen", as: "screen")
        steps.new("B", as: "other")
        steps.set("screen.nav", to: "nav")
        steps.set("screen.onClose", to: .closure { $0.pop("screen.nav") })
        steps.push("screen", on: "nav")
        steps.pop("nav")
        steps.set("saved", to: "screen.onClose")
        steps.drop("screen")
        steps.push("other", on: "nav")
        if isHeard { steps.call("saved") }
        steps.drop("saved")
      }
    }
    func isWeak(_ cut: Cut) -> Bool { cut.steps.contains { $0.how == .weak } }
    #expect(try cuts(isHeard: false).contains(where: isWeak))
    #expect(try !cuts(isHeard: true).contains(where: isWeak))
  }

  @Test func `an unowned capture that a later step reads is not offered`() throws {
    let cuts = try cuts(types: { scenario in
      scenario.type("Box") { $0.callback("f") { _ in } }
    }) { steps in
      steps.new("Box", as: "b")
      steps.set("b.handler", to: .closure { $0.call("b.f") })
      steps.set("saved", to: "b.handler")
      steps.drop("b")
      steps.call("saved")
    }
    #expect(!cuts.isEmpty)
    #expect(!cuts.contains { $0.steps[0].how == .unowned })
  }

  @Test func `every first cut of a finding frees it when the scenario runs with it`() throws {
    let run = try outcome(types: { scenario in
      scenario.type("A", is: "UIViewController") { type in
        type.callback("viewDidLoad") { actions in
          actions.timer(every: 1, target: "self", in: "self.timer")
          actions.observe("Changed", using: .closure { $0.read("self.view") })
          actions.append("self", to: "global.Cache.listeners")
          actions.task(.closure { $0.forAwait("values") { $0.read("self.view") } })
        }
      }
    }) { steps in
      steps.new("UIViewController", as: "home")
      steps.new("UINavigationController", as: "nav", root: "home")
      steps.window("w", root: "nav")
      steps.show("w")
      steps.new("A", as: "a")
      steps.push("a", on: "nav")
      steps.drop("a")
      steps.pop("nav")
    }
    #expect(run.findings.first?.kind == .abandoned)
    #expect(run.findings.first?.cut.steps.count == 4)
    #expect(run.findings.first?.cut.replay?.outcome == "run again with this cut, everything goes")
  }
}
