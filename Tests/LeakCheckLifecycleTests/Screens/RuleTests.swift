import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// One test for each rule of the lifecycle, named by the rule.
@Suite struct RuleTests {
  // MARK: - One controller

  @Test func `L1 init loads nothing, view loads once`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.read("a.viewIfLoaded")
      steps.read("a.view")
      steps.read("a.view")
      steps.loadViewIfNeeded("a")
    }
    #expect(short(run) == lines("A", "init", "loadView", "viewDidLoad", "deinit"))
    #expect(run.log[1].step == 3)
  }

  @Test func `L1 reading view in init loads at once and is misuse`() throws {
    let run = try outcome(types: { scenario in
      scenario.type("A", is: "UIViewController") { type in
        type.callback("init") { $0.read("self.view") }
      }
    }) { $0.new("A", as: "a") }
    #expect(short(run) == lines("A", "init", "loadView", "viewDidLoad", "deinit"))
    #expect(run.misuse.map(\.code) == [.viewInInit])
  }

  @Test func `L2 an appearance in its order`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.window("w", root: "a")
      steps.show("w")
    }
    let wanted =
      lines("A", "init", "loadView", "viewDidLoad", "viewWillAppear", "viewIsAppearing")
      + lines("A", layout) + lines("A", "viewDidAppear")
    #expect(short(run) == wanted)
  }

  @Test func `L3 L4 a disappearance, then deinit once`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.window("w", root: "a")
      steps.show("w")
      steps.drop("a")
      steps.new("B", as: "b")
      steps.root("b", of: "w")
    }
    let log = short(run, after: 5)
    #expect(Array(log.prefix(2)) == lines("A", "viewWillDisappear", "viewDidDisappear"))
    #expect(log.last == "A.deinit")
    #expect(log.count { $0 == "A.deinit" } == 1)
  }

  @Test func `L5 what a callback can see`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.window("w", root: "a")
      steps.show("w")
    }
    func sees(_ name: String) -> LogEntry.Sight? { run.log.first { $0.matches(name) }?.sees }
    #expect(sees("viewDidLoad") == [])
    #expect(sees("viewWillAppear") == .coordinator)
    #expect(sees("viewIsAppearing") == [.hierarchy, .traits, .geometry, .coordinator])
    #expect(sees("viewDidLayoutSubviews") == [.hierarchy, .traits, .geometry])
    #expect(sees("viewDidAppear") == [.hierarchy, .traits, .geometry])
  }

  @Test func `L6 layout repeats while visible, and only then`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.loadViewIfNeeded("a")
      steps.layout("a")
      steps.window("w", root: "a")
      steps.show("w")
      steps.layout("a")
      steps.layout("a.view")
    }
    #expect(short(run, after: 2).prefix { $0 != "A.viewWillAppear" }.isEmpty)
    #expect(
      short(run, after: 5)
        == lines(
          "A", "viewWillLayoutSubviews", "viewDidLayoutSubviews", "viewWillLayoutSubviews",
          "viewDidLayoutSubviews"))
  }

  @Test func `L7 rotation goes to children through super only`() throws {
    func log(_ callsSuper: Bool) throws -> [String] {
      let run = try outcome(types: { scenario in
        scenario.type("A", is: "UIViewController") { type in
          type.callback("viewWillTransition") { if !callsSuper { $0.noSuper() } }
        }
      }) { steps in
        steps.new("A", as: "a")
        steps.new("B", as: "b")
        steps.addChild("b", to: "a")
        steps.addSubview("b.view", to: "a.view")
        steps.didMove("b", to: "a")
        steps.window("w", root: "a")
        steps.show("w")
        steps.rotate("w")
      }
      #expect(run.misuse.map(\.code) == (callsSuper ? [] : [.missingSuper]))
      return short(run, after: 7)
    }
    #expect(
      try log(true) == [
        "A.willTransition", "B.willTransition", "A.viewWillTransition", "B.viewWillTransition",
        "A.viewWillLayoutSubviews", "A.viewDidLayoutSubviews", "B.viewWillLayoutSubviews",
        "B.viewDidLayoutSubviews",
      ])
    #expect(try !log(false).contains("B.viewWillTransition"))
  }

  @Test func `L7 a block alongside runs before layout, its completion behind`() throws {
    let run = try outcome(types: { scenario in
      scenario.type("A", is: "UIViewController") { type in
        type.callback("viewWillTransition") {
          $0.animate(
            .closure { $0.call("self.alongside") }, completion: .closure { $0.call("self.done") })
        }
        type.callback("alongside") { $0.log() }
        type.callback("done") { $0.log() }
      }
    }) { steps in
      steps.new("A", as: "a")
      steps.window("w", root: "a")
      steps.show("w")
      steps.rotate("w")
    }
    #expect(
      short(run, after: 3)
        == lines(
          "A", "willTransition", "viewWillTransition", "alongside", "viewWillLayoutSubviews",
          "viewDidLayoutSubviews", "done"))
  }

  @Test func `L8 a memory warning goes to every live controller, top down`() throws {
    let run = try outcome { steps in
      steps.new("C", as: "c")
      steps.new("A", as: "a")
      steps.new("Nav", as: "n", root: "a")
      steps.new("B", as: "b")
      steps.push("b", on: "n")
      steps.window("w", root: "n")
      steps.show("w")
      steps.memoryWarning()
    }
    #expect(
      short(run, after: 7).filter { $0.hasSuffix("Warning") }
        == ["Nav", "A", "B", "C"].map { "\($0).didReceiveMemoryWarning" })
    #expect(!short(run).contains("A.viewDidUnload"))
  }

  @Test func `L8 iOS 5 unloads what is not on screen, and loads it again`() throws {
    let run = try outcome(.iOS5) { steps in
      steps.new("A", as: "a")
      steps.new("Nav", as: "n", root: "a")
      steps.window("w", root: "n")
      steps.show("w")
      steps.new("B", as: "b")
      steps.push("b", on: "n")
      steps.memoryWarning()
      steps.pop("n")
    }
    let log = short(run, after: 6)
    #expect(log.contains("A.viewDidUnload") && !log.contains("B.viewDidUnload"))
    #expect(log.contains("A.viewDidLoad"))
  }

  @Test func `L9 the background brings no appearance callback`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.window("w", root: "a")
      steps.show("w")
      steps.background()
      steps.foreground()
    }
    #expect(short(run, after: 3).isEmpty)
  }

  @Test func `L10 the classic order`() throws {
    let run = try outcome(.classic) { steps in
      steps.new("A", as: "a")
      steps.window("w", root: "a")
      steps.show("w")
    }
    #expect(
      short(run, after: 2)
        == lines(
          "A", "loadView", "viewDidLoad", "viewWillAppear", "updateViewConstraints",
          "traitCollectionDidChange", "viewWillLayoutSubviews", "viewDidLayoutSubviews",
          "viewDidAppear"))
  }

  // MARK: - Window, scene, app

  @Test func `W1 launching, leaving, disconnecting`() throws {
    let run = try outcome(types: { scenario in
      scenario.type("App", is: "UIApplicationDelegate")
      scenario.type("Scene", is: "UIWindowSceneDelegate") { type in
        type.callback("scene") { actions in
          actions.new("A", as: "a")
          actions.window("window", root: "a")
          actions.set("self.window", to: "window")
          actions.show("window")
        }
      }
    }) { steps in
      steps.launch()
      steps.background()
      steps.foreground()
    }
    let log = run.lines.filter { !$0.hasSuffix(" A") && !$0.hasPrefix("init") }
    #expect(
      log == [
        "application(_:didFinishLaunchingWithOptions:) App",
        "scene(_:willConnectTo:options:) Scene", "sceneWillEnterForeground(_:) Scene",
        "sceneDidBecomeActive(_:) Scene", "sceneWillResignActive(_:) Scene",
        "sceneDidEnterBackground(_:) Scene", "sceneWillEnterForeground(_:) Scene",
        "sceneDidBecomeActive(_:) Scene",
      ])
    #expect(run.lines.last != "deinit A")
    #expect(run.findings.isEmpty)
  }

  @Test func `W1 a disconnected scene lets everything under it go`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.window("w", root: "a")
      steps.show("w")
      steps.drop("a")
      steps.new("B", as: "b")
      steps.present("b", from: "w.rootViewController")
      steps.drop("b")
      steps.disconnectScene("w")
      steps.drop("w")
      steps.expectGone("A")
      steps.expectGone("B")
    }
    #expect(run.failedChecks.isEmpty)
    #expect(Set(short(run, after: 7)) == ["A.deinit", "B.deinit"])
  }

  @Test func `W2 making a window visible loads, then shows`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.window("w", root: "a")
      steps.show("w")
      steps.show("w")
    }
    #expect(
      appearances(run) == lines("A", "loadView", "viewDidLoad", "viewWillAppear", "viewDidAppear"))
  }

  @Test func `W3 a replaced root goes, what it presents stays`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.window("w", root: "a")
      steps.show("w")
      steps.new("B", as: "b")
      steps.present("b", from: "a", style: "pageSheet")
      steps.drop("a")
      steps.drop("b")
      steps.new("C", as: "c")
      steps.root("c", of: "w")
      steps.expectGone("A")
    }
    #expect(
      appearances(run, after: 8)
        == lines("A", "viewWillDisappear", "viewDidDisappear")
        + lines("C", "loadView", "viewDidLoad", "viewWillAppear", "viewDidAppear"))
    #expect(run.failedChecks.isEmpty)
    #expect(run.findings.map(\.kind) == [.abandoned])
    #expect(run.findings.first?.path.objects.last?.type == "B")
  }

  @Test func `W4 entering the background asks for activities`() throws {
    let run = try outcome(types: { scenario in
      scenario.type("Scene", is: "UIWindowSceneDelegate") { type in
        type.callback("stateRestorationActivity") { _ in }
      }
    }) { steps in
      steps.launch()
      steps.new("A", as: "a")
      steps.new("NSObject", as: "activity")
      steps.set("a.userActivity", to: "activity")
      steps.background()
    }
    #expect(
      run.lines.suffix(3) == [
        "stateRestorationActivity(for:) Scene", "updateUserActivityState(_:) A", "deinit A",
      ])
  }
}

extension RuleTests {
  @Test func `W4 a scene that reconnects starts again`() throws {
    let run = try outcome(types: { scenario in
      scenario.type("App", is: "UIApplicationDelegate")
      scenario.type("Scene", is: "UIWindowSceneDelegate") { type in
        type.callback("scene") { actions in
          actions.new("A", as: "a")
          actions.window("window", root: "a")
          actions.show("window")
        }
      }
    }) { steps in
      steps.launch()
      steps.background()
      steps.disconnectScene("window")
      steps.expectGone("a")
      steps.launch()
      steps.expectAlive("A")
    }
    let log = run.lines.filter { !$0.hasSuffix(" A") }
    #expect(
      log == [
        "init() App", "application(_:didFinishLaunchingWithOptions:) App", "init() Scene",
        "scene(_:willConnectTo:options:) Scene", "sceneWillEnterForeground(_:) Scene",
        "sceneDidBecomeActive(_:) Scene", "sceneWillResignActive(_:) Scene",
        "sceneDidEnterBackground(_:) Scene", "sceneDidDisconnect(_:) Scene", "deinit Scene",
        "init() Scene", "scene(_:willConnectTo:options:) Scene",
        "sceneWillEnterForeground(_:) Scene", "sceneDidBecomeActive(_:) Scene",
      ])
    #expect(run.failedChecks.isEmpty)
  }
}
