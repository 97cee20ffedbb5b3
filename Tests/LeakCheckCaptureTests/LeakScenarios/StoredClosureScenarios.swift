// Closures inside of values: arrays, dictionaries, structs, enums, tuples.

enum ClosureInArray {
  final class ListVC {
    var handlers: [() -> Void] = []
    var count = 0
    func viewDidLoad() { handlers.append { self.count += 1 } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ListVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.handlers = [] }
  }
}

enum ClosureInDictionary {
  final class FormVC {
    var validators: [String: (String) -> Bool] = [:]
    var minimum = 3
    func viewDidLoad() { validators["name"] = { $0.count >= self.minimum } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = FormVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.validators = [:] }
  }
}

enum ClosureInStruct {
  struct Actions {
    var title = "Menu"
    var onSelect: (() -> Void)?
  }
  final class MenuVC {
    var actions = Actions()
    var selected = 0
    func viewDidLoad() { actions.onSelect = { self.selected = 1 } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = MenuVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.actions.onSelect = nil }
  }
}

enum ClosureInEnum {
  enum Phase {
    case idle
    case failed(retry: () -> Void)
  }
  final class LoaderVC {
    var phase = Phase.idle
    var attempts = 0
    func load() { phase = .failed { self.attempts += 1 } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = LoaderVC()
    screen.load()
    return LeakProbe(screen) { $0.phase = .idle }
  }
}

/// The case with the closure was left again: what remains are stale bytes.
enum ClosureInOldEnumCase {
  @inline(never) static func make() -> LeakProbe {
    let screen = ClosureInEnum.LoaderVC()
    screen.load()
    screen.phase = .idle
    return LeakProbe(screen)
  }
}

enum ClosureInTuple {
  final class AlertVC {
    var button: (title: String, action: () -> Void) = ("OK", {})
    var isShown = true
    func viewDidLoad() { button.action = { self.isShown = false } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = AlertVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.button.action = {} }
  }
}

enum ClosureInNestedOptional {
  final class SheetVC {
    var onDismiss: [(() -> Void)?] = [nil, nil]
    var isShown = true
    func viewDidLoad() { onDismiss[1] = { self.isShown = false } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = SheetVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.onDismiss = [] }
  }
}

/// A value type's closure property reaches the screen through two more values.
enum ClosureWithLocals {
  final class ChartVC {
    var render: ((Double) -> Void)?
    var points: [Double] = []
    func configure(scale: Double, name: String) {
      render = { self.points.append($0 * scale + Double(name.count)) }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ChartVC()
    screen.configure(scale: 2, name: "a chart with a name of some length")
    return LeakProbe(screen) { $0.render = nil }
  }
}

/// The screen's model is captured, not the screen; the model does not know the screen.
enum CapturedModel {
  final class Model {
    var value = 1
  }
  final class ModelVC {
    let model = Model()
    var onChange: (() -> Void)?
    func viewDidLoad() { onChange = { [model] in model.value += 1 } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ModelVC()
    screen.viewDidLoad()
    return LeakProbe(screen)
  }
}

/// The child's closure captures the parent, as SwiftUI-less coordinators often have it.
enum ChildClosure {
  final class ChildVC {
    var onFinish: (() -> Void)?
  }
  final class ParentVC {
    var child: ChildVC?
    func showChild() {
      let child = ChildVC()
      child.onFinish = { self.child = nil }
      self.child = child
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ParentVC()
    screen.showChild()
    return LeakProbe(screen) { $0.child = nil }
  }
}

extension LeakScenario {
  static let storedClosures = [
    LeakScenario(
      "a closure in an array", .leaked,
      path: ["ListVC.handlers", "closure #1", "ListVC.viewDidLoad()"],
      make: { ClosureInArray.make() }),
    LeakScenario(
      "a closure in a dictionary", .leaked,
      path: ["FormVC.validators", "name", "closure #1", "FormVC.viewDidLoad()"],
      make: { ClosureInDictionary.make() }),
    LeakScenario(
      "a closure in a struct", .leaked,
      path: ["MenuVC.actions", "onSelect", "closure #1", "MenuVC.viewDidLoad()"],
      make: { ClosureInStruct.make() }),
    LeakScenario(
      "a closure in an enum", .leaked,
      path: ["LoaderVC.phase", "closure #1", "LoaderVC.load()"], make: { ClosureInEnum.make() }),
    LeakScenario(
      "a closure in a case that was left", .freed, make: { ClosureInOldEnumCase.make() }),
    LeakScenario(
      "a closure in a tuple", .leaked,
      path: ["AlertVC.button", "closure #1", "AlertVC.viewDidLoad()"],
      make: { ClosureInTuple.make() }),
    LeakScenario(
      "a closure in an optional in an array", .leaked,
      path: ["SheetVC.onDismiss", "closure #1", "SheetVC.viewDidLoad()"],
      make: { ClosureInNestedOptional.make() }),
    LeakScenario(
      "a closure captures self and locals", .leaked,
      path: ["ChartVC.render", "closure #1", "ChartVC.configure("],
      make: { ClosureWithLocals.make() }),
    LeakScenario("a closure captures the model only", .freed, make: { CapturedModel.make() }),
    LeakScenario(
      "the child's closure captures the parent", .leaked,
      path: ["ParentVC.child", "ChildVC.onFinish", "closure #1", "ParentVC.showChild()"],
      make: { ChildClosure.make() }),
  ]
}
