import LeakCheckGraph

/// A split view controller, which shows the last of its columns.
struct SplitContainer: Container {
  static let type = FrameworkType(
    "UISplitViewController", "UIViewController", .controller, weak: ["delegate"])

  let object: Int32
  unowned let run: Simulation
}
