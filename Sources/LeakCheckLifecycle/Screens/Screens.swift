/// Views, controllers, windows and the app: what UIKit does with them, and in which order.
///
/// A class, because the callbacks that it sends change what is on screen.
final class Screens {
  unowned let run: Simulation
  var controllers = ControllerStates()
  var app = AppState()
  /// Whether any type hears when its views enter and leave a window.
  private(set) lazy var areMovesHeard = Self.isHeard(
    [Self.entersWindow, Self.leavesWindow], by: run.types)
  /// Whether any type hears when its views enter and leave another view.
  private(set) lazy var areSuperviewsHeard = Self.isHeard(
    [Self.entersSuperview, Self.leavesSuperview], by: run.types)

  init(_ run: Simulation) { self.run = run }
}
