import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// Each misuse is found in its bad form and in nothing of its good form.
@Suite struct MisuseTests {
  /// The codes found when a controller with the given callbacks is shown, then popped.
  func codes(
    _ callbacks: [String: (inout ActionList) -> Void],
    steps more: (inout ActionList) -> Void = { _ in }
  ) throws -> [Misuse.Code] {
    try run(callbacks, steps: more).misuse.map(\.code)
  }

  private func run(
    _ callbacks: [String: (inout ActionList) -> Void],
    steps more: (inout ActionList) -> Void = { _ in }
  ) throws -> ScenarioOutcome {
    try outcome(types: { scenario in
      scenario.type("A", is: "UIViewController", properties: ["delegate": .weak]) { type in
        for (name, write) in callbacks { type.callback(name, write) }
      }
    }) { steps in
      steps.new("UIViewController", as: "home")
      steps.new("UINavigationController", as: "nav", root: "home")
      steps.window("w", root: "nav")
      steps.show("w")
      steps.new("A", as: "a")
      steps.push("a", on: "nav")
      more(&steps)
      steps.drop("a")
      steps.pop("nav")
    }
  }

  @Test func `view in init`() throws {
    #expect(try codes(["init": { $0.read("self.view") }]) == [.viewInInit])
    #expect(try codes(["viewDidLoad": { $0.read("self.view") }]) == [])
  }

  @Test func `view in loadView`() throws {
    let bad = try codes([
      "loadView": {
        $0.noSuper(); $0.read("self.view")
      }
    ])
    #expect(bad == [.viewInLoadView])
    let good = try codes([
      "loadView": { actions in
        actions.noSuper()
        actions.new("UIView", as: "v")
        actions.set("self.view", to: "v")
        actions.read("self.view")
      }
    ])
    #expect(good == [])
  }

  @Test func `super in loadView`() throws {
    func custom(_ callsSuper: Bool) throws -> [Misuse.Code] {
      try codes([
        "loadView": { actions in
          if !callsSuper { actions.noSuper() }
          actions.new("UIView", as: "v")
          actions.set("self.view", to: "v")
        }
      ])
    }
    #expect(try custom(true) == [.superInLoadView])
    #expect(try custom(false) == [])
    #expect(try codes(["loadView": { $0.log() }]) == [])
  }

  @Test func `loadView called directly`() throws {
    #expect(
      try codes([:]) { $0.call("a.loadView") } == [.loadViewCalledDirectly])
    #expect(try codes([:]) { $0.loadViewIfNeeded("a") } == [])
  }

  @Test(arguments: [
    "viewDidLoad", "viewWillAppear", "viewIsAppearing", "viewDidAppear", "viewWillDisappear",
    "viewDidDisappear", "willMove", "didMove", "updateViewConstraints",
  ])
  func `missing super`(callback: String) throws {
    #expect(try codes([callback: { $0.noSuper() }]) == [.missingSuper])
    #expect(try codes([callback: { $0.callSuper() }]) == [])
    #expect(try codes(["viewDidLayoutSubviews": { $0.noSuper() }]) == [])
  }

  @Test(arguments: ["bounds", "frame", "safeAreaInsets"])
  func `geometry too early`(property: String) throws {
    let read: (inout ActionList) -> Void = { actions in
      actions.read(Place(stringLiteral: "self.view.\(property)"))
    }
    #expect(try codes(["viewDidLoad": read]) == [.geometryInViewDidLoad])
    #expect(try codes(["viewWillAppear": read]) == [.geometryInViewWillAppear])
    for callback in ["viewIsAppearing", "viewDidLayoutSubviews", "viewDidAppear"] {
      #expect(try codes([callback: read]) == [])
    }
  }

  @Test func `one-shot work in layout`() throws {
    let work: (inout ActionList) -> Void = { actions in
      actions.new("UILabel", as: "label")
      actions.addSubview("label", to: "self.view")
    }
    #expect(try codes(["viewDidLayoutSubviews": work]) == [.oneShotWorkInLayout])
    #expect(try codes(["viewWillLayoutSubviews": work]) == [.oneShotWorkInLayout])
    #expect(try codes(["viewDidLoad": work]) == [])
    #expect(try codes(["viewDidLayoutSubviews": { $0.read("self.view.bounds") }]) == [])
  }

  @Test func `layout in layout does not loop`() throws {
    #expect(
      try codes(["viewDidLayoutSubviews": { $0.layout("self.view") }]) == [.layoutInLayout])
    #expect(try codes(["viewWillLayoutSubviews": { $0.layout("self") }]) == [.layoutInLayout])
    #expect(try codes(["viewIsAppearing": { $0.layout("self.view") }]) == [])
    // A part of the view may need it: its layout calls nobody here.
    let part: [String: (inout ActionList) -> Void] = [
      "viewDidLoad": { actions in
        actions.new("UIView", as: "part")
        actions.addSubview("part", to: "self.view")
        actions.set("self.part", to: "part")
      },
      "viewDidLayoutSubviews": { $0.layout("self.part") },
    ]
    #expect(try codes(part) == [])
  }

  @Test func `configuration in viewDidAppear`() throws {
    let add: (inout ActionList) -> Void = { actions in
      actions.new("UILabel", as: "label")
      actions.addSubview("label", to: "self.view")
    }
    #expect(try codes(["viewDidAppear": add]) == [.configurationInViewDidAppear])
    for callback in ["viewDidLoad", "viewIsAppearing", "viewWillAppear"] {
      #expect(try codes([callback: add]) == [])
    }
    // What is in no view yet is seen by nobody.
    let elsewhere: (inout ActionList) -> Void = { actions in
      actions.new("UIView", as: "box")
      actions.new("UILabel", as: "label")
      actions.addSubview("label", to: "box")
    }
    #expect(try codes(["viewDidAppear": elsewhere]) == [])
  }

  @Test func `an animation outside the coordinator`() throws {
    let animate: (inout ActionList) -> Void = { $0.animate(.closure()) }
    let turn: (inout ActionList) -> Void = { $0.rotate("w") }
    #expect(
      try codes(["viewWillTransition": animate], steps: turn) == [.animationOutsideCoordinator])
    #expect(try codes(["viewWillTransition": { $0.async(.closure()) }], steps: turn) == [])
    #expect(try codes(["viewDidAppear": animate]) == [])
  }

  @Test func `loadView where a nib provides the view`() throws {
    func codes(hasNib: Bool, _ loadView: ((inout ActionList) -> Void)?) throws -> [Misuse.Code] {
      try outcome(types: { scenario in
        scenario.type("A", is: "UIViewController") { type in
          type.hasNib = hasNib
          if let loadView { type.callback("loadView", loadView) }
        }
      }) { steps in
        steps.new("A", as: "a")
        steps.loadViewIfNeeded("a")
        steps.drop("a")
      }.misuse.map(\.code)
    }
    let custom: (inout ActionList) -> Void = { actions in
      actions.noSuper()
      actions.new("UIView", as: "v")
      actions.set("self.view", to: "v")
    }
    #expect(try codes(hasNib: true, custom) == [.loadViewWithStoryboard])
    #expect(try codes(hasNib: false, custom) == [])
    #expect(try codes(hasNib: true, nil) == [])
    #expect(try codes(hasNib: true) { $0.log() } == [])
  }

  @Test func `expensive work in viewWillAppear`() throws {
    let work: (inout ActionList) -> Void = { $0.dataTask("request", completion: .closure()) }
    #expect(try codes(["viewWillAppear": work]) == [.expensiveWorkInViewWillAppear])
    #expect(try codes(["viewDidAppear": work]) == [])
  }

  @Test func `present outside the hierarchy`() throws {
    let present: (inout ActionList) -> Void = { actions in
      actions.new("B", as: "b")
      actions.present("b", from: "self")
    }
    #expect(try codes(["viewDidLoad": present]) == [.presentOutsideHierarchy])
    #expect(try codes(["viewDidAppear": present], steps: { $0.dismiss("a") }) == [])
  }

  @Test func `unbalanced observer`() throws {
    let observe: (inout ActionList) -> Void = { actions in
      actions.observe("Changed", using: .closure(), in: "self.token")
    }
    #expect(try codes(["viewWillAppear": observe]) == [.unbalancedObserver])
    #expect(
      try codes(["viewWillAppear": observe, "deinit": { $0.unobserve("self.token") }])
        == [.unbalancedObserver])
    #expect(
      try codes(["viewWillAppear": observe, "viewDidDisappear": { $0.unobserve("self.token") }])
        == [])
    #expect(
      try codes([
        "viewWillAppear": observe, "viewWillDisappear": { $0.call("self.stop") },
        "stop": { $0.unobserve("self.token") },
      ]) == [])
    #expect(
      try codes(["viewDidLoad": observe, "deinit": { $0.unobserve("self.token") }]) == [])
  }

  private func sheet(style: String, _ tellsPresenter: Bool) throws -> [Misuse.Code] {
    try codes([
      "viewWillAppear": { $0.call("self.reload") },
      "reload": { _ in },
    ]) { steps in
      steps.new("B", as: "b")
      steps.present("b", from: "a", style: style)
      if tellsPresenter { steps.call("a.reload") }
      steps.drop("b")
      steps.dismiss("a")
    }
  }

  @Test func `waiting for an appearance behind a sheet`() throws {
    #expect(try sheet(style: "pageSheet", false) == [.waitsForViewWillAppearAfterSheet])
    #expect(try sheet(style: "pageSheet", true) == [])
    #expect(try sheet(style: "fullScreen", false) == [])
  }

  @Test func `a teardown in a deinit that cannot run`() throws {
    let start: (inout ActionList) -> Void = { $0.timer(every: 1, target: "self", in: "self.timer") }
    let stop: (inout ActionList) -> Void = { $0.invalidate("self.timer") }
    let bad = try run(["viewDidLoad": start, "deinit": stop])
    #expect(bad.misuse.map(\.code).contains(.teardownInUnreachableDeinit))
    let good = try run(["viewDidLoad": start, "viewDidDisappear": stop])
    #expect(good.misuse.isEmpty && good.findings.isEmpty)
    #expect(bad.misuse.contains { $0.correct.contains("viewDidDisappear(_:)") })
  }

  @Test func `what is no screen is not told to break it when it disappears`() throws {
    let run = try outcome(types: { scenario in
      scenario.type("Client") { client in
        client.callback("start") { $0.timer(every: 1, target: "self", in: "self.timer") }
        client.callback("deinit") { $0.invalidate("self.timer") }
      }
    }) { steps in
      steps.new("Client", as: "c")
      steps.call("c.start")
      steps.drop("c")
    }
    let told = try #require(run.misuse.first { $0.code == .teardownInUnreachableDeinit })
    #expect(
      told.correct == "break it in a method that its owner calls when it is done, or hold weakly")
  }

  @Test func `relying on a disappearance at the background`() throws {
    let callbacks: [String: (inout ActionList) -> Void] = [
      "viewWillDisappear": { $0.call("self.save") }, "save": { $0.post("Saved") },
    ]
    let bad = try codes(callbacks) { steps in
      steps.background()
      steps.foreground()
    }
    #expect(bad == [.reliesOnDisappearAtBackground])
    var saved = callbacks
    saved["viewDidLoad"] = { actions in
      actions.observe(
        "UIApplication.didEnterBackgroundNotification",
        using: .closure(captures: ["self": .weak]) { $0.call("self.save") }, in: "self.token")
    }
    saved["deinit"] = { $0.unobserve("self.token") }
    #expect(
      try codes(saved) { steps in
        steps.background()
        steps.foreground()
      } == [])
  }

  @Test(arguments: ["viewWillDisappear", "viewDidDisappear"])
  func `the callback that is relied on at the background is named`(callback: String) throws {
    let run = try outcome(types: { scenario in
      scenario.type("Screen", is: "UIViewController") { screen in
        screen.callback(callback) { $0.post("Saved") }
      }
    }) { steps in
      steps.new("Screen", as: "s")
      steps.window("w", root: "s")
      steps.show("w")
      steps.background()
    }
    let told = try #require(run.misuse.first { $0.code == .reliesOnDisappearAtBackground })
    #expect(told.callback == "\(callback)(_:)" && told.message.contains(" no \(callback)(_:): "))
  }

  @Test func `a task that nobody cancels`() throws {
    let start: (inout ActionList) -> Void = { actions in
      actions.task(
        .closure(captures: ["self": .weak]) { body in
          body.forAwait("updates") { $0.guardName("self") }
        }, in: "self.task")
    }
    #expect(try codes(["viewDidLoad": start]) == [.uncancelledTask])
    #expect(
      try codes(["viewDidLoad": start, "viewDidDisappear": { $0.cancel("self.task") }]) == [])
    #expect(try codes(["viewDidLoad": start, "deinit": { $0.cancel("self.task") }]) == [])
  }

  @Test func `a timer that nobody invalidates`() throws {
    let start: (inout ActionList) -> Void = { actions in
      actions.timer(every: 1, block: .closure(captures: ["self": .weak]), in: "self.timer")
    }
    #expect(try codes(["viewDidLoad": start]) == [.uninvalidatedTimer])
    #expect(try codes(["viewDidLoad": start, "deinit": { $0.invalidate("self.timer") }]) == [])
    #expect(try codes(["viewDidLoad": { $0.timer(after: 1, block: .closure()) }]) == [])
  }

  @Test func `a block observer whose token nobody removes`() throws {
    let observe: (inout ActionList) -> Void = { actions in
      actions.observe("n", using: .closure(captures: ["self": .weak]), in: "self.token")
    }
    #expect(try codes(["viewDidLoad": observe]) == [.blockObserverLeft])
    #expect(try codes(["viewDidLoad": observe, "deinit": { $0.unobserve("self.token") }]) == [])
    // That removes the observers that are objects, and no block.
    #expect(
      try codes(["viewDidLoad": observe, "deinit": { $0.unobserve("self") }])
        == [.blockObserverLeft])
    // What each appearance adds again is told once, as that.
    #expect(try codes(["viewWillAppear": observe]) == [.unbalancedObserver])
    let selector: (inout ActionList) -> Void = { $0.observe("n", selector: "self") }
    #expect(try codes(["viewDidLoad": selector]) == [])
  }
}
