import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// Runs a scenario that is written in Swift, with two traced controllers, A and B.
func outcome(
  _ profile: Scenario.Profile = .modern, types: (inout Scenario) -> Void = { _ in },
  _ steps: (inout ActionList) -> Void
) throws -> ScenarioOutcome {
  var scenario = Scenario("test")
  scenario.profile = profile
  types(&scenario)
  let declared = Set(scenario.types.map(\.name))
  for (name, base) in [
    ("A", "UIViewController"), ("B", "UIViewController"), ("C", "UIViewController"),
    ("Nav", "UINavigationController"), ("Tab", "UITabBarController"),
    ("Pager", "UIPageViewController"),
  ] where !declared.contains(name) {
    scenario.type(name, is: base)
  }
  scenario.steps(steps)
  return try scenario.runCheckingHeap()
}

/// The log as `Type.callback`, from the entry where `mark` says "from here on".
func short(_ outcome: ScenarioOutcome, after step: Int = 0) -> [String] {
  outcome.log.filter { $0.step > step }.map { entry in
    "\(entry.type).\(entry.callback.prefix { $0 != "(" })"
  }
}

/// Only the callbacks of appearance, without those between will and did.
func appearances(_ outcome: ScenarioOutcome, after step: Int = 0) -> [String] {
  let words = [
    "loadView", "viewDidLoad", "viewWillAppear", "viewDidAppear", "viewWillDisappear",
    "viewDidDisappear",
  ]
  return short(outcome, after: step).filter { line in
    words.contains { line.hasSuffix("." + $0) }
  }
}

let layout = ["updateViewConstraints", "viewWillLayoutSubviews", "viewDidLayoutSubviews"]

/// `A.x`, `A.y` … for words.
func lines(_ type: String, _ words: String...) -> [String] { words.map { "\(type).\($0)" } }
func lines(_ type: String, _ words: [String]) -> [String] { words.map { "\(type).\($0)" } }
