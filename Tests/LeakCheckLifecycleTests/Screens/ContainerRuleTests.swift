import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport
import LeakCheckLifecycle
import LeakCheckText
import Testing

/// One test for each rule of containers and presentation, named by the rule.
@Suite struct ContainerRuleTests {
  func navigation(_ steps: inout ActionList) {
    steps.new("A", as: "a")
    steps.new("UINavigationController", as: "n", root: "a")
    steps.window("w", root: "n")
    steps.show("w")
    steps.new("B", as: "b")
  }

  @Test(arguments: ["push", "page", "setViewControllers", "child of its own"])
  func `no controller takes itself in`(_ word: String) throws {
    let error = #expect(throws: InputError.self) {
      try outcome { steps in
        switch word {
        case "push":
          navigation(&steps)
          steps.push("n", on: "n")
        case "page":
          steps.new("UIPageViewController", as: "p")
          steps.window("w", root: "p")
          steps.show("w")
          steps.page("p", on: "p")
        case "setViewControllers":
          navigation(&steps)
          steps.setViewControllers(["a", "n"], on: "n")
        default:
          navigation(&steps)
          steps.new("UINavigationController", as: "outer", root: "n")
          steps.push("outer", on: "n")
        }
      }
    }
    let problem = "a controller cannot be a child of itself or of its own child"
    #expect(error?.problem.hasSuffix(problem) == true)
  }

  @Test func `N1 push`() throws {
    let run = try outcome { steps in
      navigation(&steps)
      steps.push("b", on: "n")
    }
    let wanted: [String] = [
      "B.willMove", "B.loadView", "B.viewDidLoad", "A.viewWillDisappear", "B.viewWillAppear",
      "B.viewIsAppearing", "B.updateViewConstraints", "B.viewWillLayoutSubviews",
      "B.viewDidLayoutSubviews", "A.viewDidDisappear", "B.viewDidAppear", "B.didMove",
    ]
    #expect(Array(short(run, after: 5).prefix(wanted.count)) == wanted)
  }

  @Test func `N2 pop`() throws {
    let run = try outcome { steps in
      navigation(&steps)
      steps.push("b", on: "n")
      steps.drop("b")
      steps.pop("n")
    }
    let wanted: [String] = [
      "B.willMove", "B.viewWillDisappear", "A.viewWillAppear", "A.viewIsAppearing",
      "A.updateViewConstraints", "A.viewWillLayoutSubviews", "A.viewDidLayoutSubviews",
      "B.viewDidDisappear", "A.viewDidAppear", "B.didMove", "B.deinit",
    ]
    #expect(Array(short(run, after: 7).prefix(wanted.count)) == wanted)
  }

  @Test func `N3 a cancelled interactive pop`() throws {
    let run = try outcome { steps in
      navigation(&steps)
      steps.push("b", on: "n")
      steps.swipeBack("n", cancelled: true)
      steps.snapshot("end")
    }
    #expect(
      short(run, after: 6)
        == lines("B", "viewWillDisappear")
        + lines("A", "viewWillAppear", "viewWillDisappear", "viewDidDisappear")
        + lines("B", "viewWillAppear", "viewDidAppear"))
  }

  @Test func `N3 a completed interactive pop is a pop`() throws {
    func log(_ write: (inout ActionList) -> Void) throws -> [String] {
      short(
        try outcome { steps in
          navigation(&steps)
          steps.push("b", on: "n")
          steps.drop("b")
          write(&steps)
        }, after: 7)
    }
    #expect(try log { $0.swipeBack("n") } == log { $0.pop("n") })
  }

  @Test func `N4 a navigation controller loads its view in its initialiser`() throws {
    let run = try outcome(types: { $0.type("VC", is: "UIViewController") }) { steps in
      steps.new("VC", as: "vc")
      steps.new("Nav", as: "n", root: "vc")
    }
    #expect(
      Array(run.lines.prefix(4)) == [
        "init() VC", "loadView() Nav", "viewDidLoad() Nav", "init(rootViewController:) Nav",
      ])
  }

  @Test func `N5 a navigation controller as root`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.new("Nav", as: "n", root: "a")
      steps.window("w", root: "n")
      steps.show("w")
    }
    #expect(
      appearances(run, after: 3)
        == lines("Nav", "viewWillAppear") + lines("A", "loadView", "viewDidLoad", "viewWillAppear")
        + lines("Nav", "viewDidAppear") + lines("A", "viewDidAppear"))
  }

  @Test func `N6 popping several calls only the visible pair`() throws {
    let run = try outcome { steps in
      navigation(&steps)
      steps.push("b", on: "n")
      steps.new("C", as: "c")
      steps.push("c", on: "n")
      steps.drop("b")
      steps.drop("c")
      steps.popToRoot("n")
    }
    #expect(
      appearances(run, after: 10)
        == lines("C", "viewWillDisappear") + lines("A", "viewWillAppear")
        + lines("C", "viewDidDisappear") + lines("A", "viewDidAppear"))
    let moves = short(run, after: 10).filter { $0.hasSuffix("Move") || $0.hasSuffix("deinit") }
    #expect(
      moves == [
        "C.willMove", "B.willMove", "C.didMove", "B.didMove", "C.deinit", "B.deinit",
      ])
  }

  @Test func `N6 what is below the top never loads`() throws {
    let run = try outcome { steps in
      navigation(&steps)
      steps.new("C", as: "c")
      steps.drop("a")
      steps.setViewControllers(["b", "c"], on: "n")
      steps.expectGone("A")
    }
    #expect(!short(run).contains("B.loadView"))
    #expect(short(run, after: 7).contains("A.didMove"))
    #expect(run.failedChecks.isEmpty)
  }

  @Test func `T1 tabs load the selected view at once, others at first selection`() throws {
    let run = try outcome { steps in
      steps.new("Tab", as: "t")
      steps.new("A", as: "a")
      steps.new("B", as: "b")
      steps.setViewControllers(["a", "b"], on: "t")
      steps.select(1, on: "t")
    }
    #expect(Array(run.lines.prefix(3)) == ["loadView() Tab", "viewDidLoad() Tab", "init() Tab"])
    #expect(run.log.first { $0.type == "A" && $0.matches("viewDidLoad") }?.step == 4)
    #expect(run.log.first { $0.type == "B" && $0.matches("viewDidLoad") }?.step == 5)
  }

  private func tabs(_ steps: inout ActionList) {
    steps.new("A", as: "a")
    steps.new("B", as: "b")
    steps.new("Tab", as: "t")
    steps.setViewControllers(["a", "b"], on: "t")
    steps.window("w", root: "t")
    steps.show("w")
  }

  @Test func `T2 tabs as root`() throws {
    let run = try outcome { tabs(&$0) }
    #expect(
      appearances(run, after: 5) == [
        "Tab.viewWillAppear", "A.viewWillAppear", "Tab.viewDidAppear", "A.viewDidAppear",
      ])
  }

  @Test func `T3 switching tabs releases nothing`() throws {
    let run = try outcome { steps in
      tabs(&steps)
      steps.select(1, on: "t")
      steps.select(0, on: "t")
      steps.drop("a")
      steps.drop("b")
      steps.expectAlive("A")
      steps.expectAlive("B")
    }
    let wanted: [String] = [
      "B.loadView", "B.viewDidLoad", "B.viewWillAppear", "A.viewWillDisappear",
      "A.viewDidDisappear", "B.viewDidAppear", "A.viewWillAppear", "B.viewWillDisappear",
      "B.viewDidDisappear", "A.viewDidAppear",
    ]
    #expect(Array(appearances(run, after: 6).prefix(wanted.count)) == wanted)
    #expect(run.failedChecks.isEmpty)
  }

  @Test func `C1 C3 a child added to a visible parent, and removed`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.window("w", root: "a")
      steps.show("w")
      steps.new("B", as: "b")
      steps.addChild("b", to: "a")
      steps.addSubview("b.view", to: "a.view")
      steps.didMove("b", to: "a")
      steps.willMove("b", to: nil)
      steps.removeFromSuperview("b.view")
      steps.drop("b")
      steps.removeFromParent("a.children")
    }
    let wanted = lines(
      "B", "willMove", "loadView", "viewDidLoad", "viewWillAppear", "viewIsAppearing",
      "updateViewConstraints", "viewWillLayoutSubviews", "viewDidLayoutSubviews",
      "viewDidAppear", "didMove", "willMove", "viewWillDisappear", "viewDidDisappear",
      "didMove", "deinit")
    #expect(short(run, after: 4) == wanted)
    #expect(run.misuse.isEmpty)
  }

  @Test func `C2 appearance nests through a custom container`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.new("B", as: "b")
      steps.addChild("b", to: "a")
      steps.addSubview("b.view", to: "a.view")
      steps.didMove("b", to: "a")
      steps.window("w", root: "a")
      steps.show("w")
    }
    #expect(
      appearances(run, after: 6) == [
        "A.viewWillAppear", "B.viewWillAppear", "B.viewDidAppear", "A.viewDidAppear",
      ])
  }

  @Test
  func `C4 a view without its controller appears, hears no rotation, and loses its controller`()
    throws
  {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.window("w", root: "a")
      steps.show("w")
      steps.new("B", as: "b")
      steps.addSubview("b.view", to: "a.view")
      steps.rotate("w")
      steps.drop("b")
      steps.expectGone("B")
    }
    #expect(
      appearances(run, after: 4)
        == lines("B", "loadView", "viewDidLoad", "viewWillAppear", "viewDidAppear"))
    #expect(!short(run).contains("B.viewWillTransition"))
    #expect(run.failedChecks.isEmpty)
    #expect(run.misuse.map(\.code) == [.addViewWithoutAddChild])
  }

  @Test func `C5 a transition between children`() throws {
    let run = try outcome { steps in
      steps.new("C", as: "c")
      steps.window("w", root: "c")
      steps.show("w")
      steps.new("A", as: "a")
      steps.new("B", as: "b")
      steps.addChild("a", to: "c")
      steps.addSubview("a.view", to: "c.view")
      steps.didMove("a", to: "c")
      steps.drop("a")
      steps.transition(from: "c.children", to: "b", in: "c")
    }
    let wanted: [String] = [
      "A.willMove", "B.willMove", "B.loadView", "B.viewDidLoad", "A.viewWillDisappear",
      "B.viewWillAppear", "B.viewIsAppearing", "B.updateViewConstraints",
      "B.viewWillLayoutSubviews", "B.viewDidLayoutSubviews", "A.viewDidDisappear",
      "B.viewDidAppear", "A.didMove", "B.didMove", "A.deinit",
    ]
    #expect(Array(short(run, after: 9).prefix(15)) == wanted)
    #expect(run.misuse.isEmpty)
  }

  @Test func `containers compose: a stack in a tab, a sheet over it, a child inside`() throws {
    let run = try outcome { steps in
      steps.new("A", as: "a")
      steps.new("C", as: "c")
      steps.addChild("c", to: "a")
      steps.addSubview("c.view", to: "a.view")
      steps.didMove("c", to: "a")
      steps.new("Nav", as: "n", root: "a")
      steps.new("Tab", as: "t", root: "n")
      steps.window("w", root: "t")
      steps.show("w")
      steps.new("B", as: "b")
      steps.present("b", from: "c", style: "fullScreen")
    }
    let words = ["viewWillAppear", "viewDidAppear", "viewWillDisappear", "viewDidDisappear"]
    let log = appearances(run, after: 8).filter { line in words.contains { line.hasSuffix($0) } }
    #expect(
      log == [
        "Tab.viewWillAppear", "Nav.viewWillAppear", "A.viewWillAppear", "C.viewWillAppear",
        "Tab.viewDidAppear", "Nav.viewDidAppear", "C.viewDidAppear", "A.viewDidAppear",
        "Tab.viewWillDisappear", "Nav.viewWillDisappear", "A.viewWillDisappear",
        "C.viewWillDisappear", "B.viewWillAppear", "B.viewDidAppear", "Tab.viewDidDisappear",
        "Nav.viewDidDisappear", "C.viewDidDisappear", "A.viewDidDisappear",
      ])
  }
}
