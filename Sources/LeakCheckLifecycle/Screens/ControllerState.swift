/// The phase of a controller between hidden and shown.
enum Appearance: Equatable { case hidden, appearing, shown, disappearing }

/// UIKit's state of one controller, without its references.
struct ControllerState {
  var isViewLoaded = false
  var isLoadingView = false
  var appearance = Appearance.hidden
  var transition: LogEntry.Transition?
  /// Whether the initialiser was given a first controller.
  var hasInitialController = false
  /// How it is presented.
  var style = PresentationStyle.automatic
  /// The index of the selected tab.
  var selectedIndex = 0
  /// Whether it was shown before: traits are new only the first time.
  var hasAppeared = false
  /// Whether `willMove(toParent: nil)` was called and the parent not yet left.
  var announcedRemoval = false
}

/// The states of all controllers, and the owner of each view.
struct ControllerStates {
  private var states: [Int32: ControllerState] = [:]
  /// The controller of each loaded view.
  var owners: [Int32: Int32] = [:]
  /// How deep appearing controllers are nested now.
  var nesting = 0

  subscript(controller: Int32) -> ControllerState {
    get { states[controller] ?? ControllerState() }
    set { states[controller] = newValue }
  }

  mutating func forget(_ object: Int32) {
    states[object] = nil
    owners[object] = nil
  }
}
