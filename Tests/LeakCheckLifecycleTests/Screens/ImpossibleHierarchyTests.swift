import LeakCheckLifecycle
import LeakCheckText
import Testing

/// Views and controllers that would lead back to themselves, and what is done to views that are not there.
struct ImpossibleHierarchyTests {
  private func error(_ steps: String, types: String = "") -> String {
    let text = """
      {"leakcheck": 1, "types": {\(types)}, "steps": [
      {"new": "UIViewController", "as": "a"}, {"new": "UIViewController", "as": "b"},
      {"new": "UINavigationController", "as": "n", "root": "a"},
      {"window": "w", "root": "n"}, {"show": "w"}, \(steps)]}
      """
    do throws(InputError) {
      _ = try ScenarioReader().read(Array(text.utf8), from: "f").runCheckingHeap()
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("{\"set\": \"a.parent\", \"to\": \"b\"}", "only UIKit sets parent of a"),
    ("{\"append\": \"n\", \"to\": \"n.viewControllers\"}", "only UIKit sets viewControllers of n"),
    (
      "{\"remove\": \"a\", \"from\": \"n.viewControllers\"}",
      "only UIKit sets viewControllers of n"
    ),
    ("{\"clear\": \"a.view.superview\"}", "only UIKit sets superview of a.view"),
    (
      "{\"new\": \"UIView\", \"as\": \"v\", \"set\": {\"subviews\": \"a.view\"}}",
      "only UIKit sets subviews of v"
    ),
    (
      "{\"associate\": \"b.view\", \"with\": \"a.view\", \"key\": \"superview\"}",
      "only UIKit sets superview of a.view"
    ),
    ("{\"set\": \"b.view\", \"to\": \"a.view\"}", "a.view is the view of a"),
    ("{\"set\": \"b.view\", \"to\": \"a\"}", "a is not a view"),
  ])
  func `what only UIKit keeps, only UIKit changes`(step: String, message: String) {
    #expect(error(step).contains(message))
  }

  @Test func `a type of the app's own may call its properties as UIKit does`() {
    let steps = """
      {"new": "NSObject", "as": "x", "set": {"parent": "a"}}, {"append": "x", "to": "x.children"},
      {"clear": "x.children"}
      """
    #expect(error(steps) == "")
  }

  @Test func `a controller that is presented is not presented over itself`() {
    let steps = """
      {"present": "b", "from": "a"}, {"present": "n", "from": "b"}, {"dismiss": "n"}
      """
    #expect(error(steps).contains("n presents b already"))
  }

  @Test func `a view does not come into itself by a transition`() {
    let steps = """
      {"addChild": "b", "to": "a"}, {"addSubview": "a.view", "to": "b.view"},
      {"transition": {"from": "a", "to": "b"}, "in": "a"}
      """
    #expect(error(steps).contains("a view cannot be added to itself or to a view that is in it"))
  }

  @Test func `a controller that is just being popped does not take its container in`() {
    let popped = """
      "P": {"is": "UIViewController", "callbacks": {
      "viewWillDisappear": [{"addChild": "global.n", "to": "self"}]}}
      """
    let steps = """
      {"set": "global.n", "to": "n"}, {"new": "P", "as": "p"}, {"push": "p", "on": "n"}, {"pop": "n"},
      {"read": "n.navigationController"}
      """
    #expect(error(steps, types: popped).contains("a controller cannot be a child of itself"))
  }

  @Test func `a transition from a controller whose view was never read shows the other`() {
    let steps = """
      {"new": "UIViewController", "as": "c"}, {"transition": {"from": "b", "to": "c"}, "in": "a"},
      {"expectAlive": "c"}
      """
    #expect(error(steps) == "")
  }

  @Test func `a guard that finds nothing does not leave the steps in silence`() {
    #expect(error("{\"guard\": \"a.x\"}, {\"drop\": \"b\"}").contains("nothing in \"a.x\""))
    #expect(error("{\"guard\": \"a.view\"}, {\"drop\": \"b\"}") == "")
    #expect(error("{\"unless\": \"a.view\"}, {\"drop\": \"b\"}").contains("cannot be left"))
  }

  /// Controllers one inside the other, deeper than a step could ever nest them, by taking whole towers in.
  @Test func `towers of towers of controllers end with a message`() {
    let tower = (1..<700).map { index in
      "{\"new\": \"UIViewController\", \"as\": \"c\(index)\"}, "
        + "{\"addSubview\": \"c\(index - 1).view\", \"to\": \"c\(index).view\"}"
    }.joined(separator: ", ")
    let shown = "{\"addSubview\": \"c699.view\", \"to\": \"a.view\"}, {\"rotate\": \"w\"}"
    let message = error("{\"new\": \"UIViewController\", \"as\": \"c0\"}, \(tower), \(shown)")
    #expect(message.contains("nest over 500 deep"), "\(message)")
  }
}
