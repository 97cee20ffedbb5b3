import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport
import LeakCheckLifecycle
import LeakCheckText
import Testing

/// One test for each rule of presentation and of pages, named by the rule.
extension ContainerRuleTests {
  private func shown(_ steps: inout ActionList) {
    steps.new("A", as: "a")
    steps.window("w", root: "a")
    steps.show("w")
    steps.new("B", as: "b")
  }

  @Test func `P1 full screen, and its dismissal`() throws {
    let run = try outcome { steps in
      shown(&steps)
      steps.present("b", from: "a", style: "fullScreen")
      steps.drop("b")
      steps.dismiss("a")
    }
    let wanted: [String] = [
      "B.loadView", "B.viewDidLoad", "A.viewWillDisappear", "B.viewWillAppear",
      "B.viewIsAppearing", "B.updateViewConstraints", "B.viewWillLayoutSubviews",
      "B.viewDidLayoutSubviews", "B.viewDidAppear", "A.viewDidDisappear",
      "B.viewWillDisappear", "A.viewWillAppear", "A.viewIsAppearing", "A.viewDidAppear",
      "B.viewDidDisappear", "B.deinit",
    ]
    #expect(Array(short(run, after: 4).prefix(wanted.count)) == wanted)
  }

  @Test(arguments: [
    nil, "automatic", "pageSheet", "formSheet", "popover", "overFullScreen", "overCurrentContext",
    "custom",
  ])
  func `P2 a sheet tells its presenter nothing`(style: String?) throws {
    let run = try outcome { steps in
      shown(&steps)
      steps.present("b", from: "a", style: style)
      steps.drop("b")
      steps.dismiss("a")
    }
    let log = short(run, after: 4)
    #expect(log.allSatisfy { $0.hasPrefix("B.") })
    #expect(log.suffix(3) == lines("B", "viewWillDisappear", "viewDidDisappear", "deinit")[...])
  }

  @Test func `P3 a sheet dragged and let go`() throws {
    let run = try outcome { steps in
      shown(&steps)
      steps.present("b", from: "a")
      steps.dragDown("b", cancelled: true)
      steps.dragDown("b")
      steps.drop("b")
    }
    #expect(
      short(run, after: 5)
        == lines(
          "B", "viewWillDisappear", "viewWillAppear", "viewIsAppearing", "viewDidAppear",
          "viewWillDisappear", "viewDidDisappear", "deinit"))
  }

  @Test(arguments: ["viewDidLoad", "viewWillAppear"])
  func `P4 presenting too early does nothing but warn`(callback: String) throws {
    let run = try outcome(types: { scenario in
      scenario.type("A", is: "UIViewController") { type in
        type.callback(callback) { actions in
          actions.new("B", as: "b")
          actions.present("b", from: "self")
        }
      }
    }) { steps in
      steps.new("A", as: "a")
      steps.window("w", root: "a")
      steps.show("w")
    }
    #expect(run.misuse.map(\.code) == [.presentOutsideHierarchy])
    #expect(
      run.misuse.first?.callback
        == (callback == "viewDidLoad" ? "viewDidLoad()" : "viewWillAppear(_:)"))
    #expect(!short(run).contains("B.viewDidLoad"))
  }

  @Test func `P5 the flags are true in the callbacks of their transition only`() throws {
    let run = try outcome { steps in
      navigation(&steps)
      steps.push("b", on: "n")
      steps.pop("n")
      steps.present("b", from: "n")
      steps.dismiss("n")
    }
    func flags(_ callback: String) -> [LogEntry.Transition?] {
      run.log.filter { $0.type == "B" && $0.matches(callback) }.map(\.transition)
    }
    #expect(flags("viewWillAppear") == [.isMovingToParent, .isBeingPresented])
    #expect(flags("viewDidDisappear") == [.isMovingFromParent, .isBeingDismissed])
    #expect(flags("viewDidLoad") == [nil])
    #expect(run.log.allSatisfy { $0.type != "A" || $0.transition == nil })
  }

  @Test func `P6 turning a page`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.new("B", as: "b")
      steps.new("Pager", as: "p", root: "a")
      steps.window("w", root: "p")
      steps.show("w")
      steps.page("b", on: "p", cancelled: true)
      steps.page("b", on: "p")
    }
    #expect(
      appearances(run, after: 6) == [
        "B.viewWillAppear", "A.viewWillDisappear", "B.viewDidAppear", "A.viewDidDisappear",
      ])
    #expect(short(run).count { $0 == "A.viewDidDisappear" } == 1)
  }
}
