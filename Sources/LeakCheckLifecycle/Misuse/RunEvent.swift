/// An event of a run that may be misuse.
enum RunEvent {
  /// An action is about to run in a callback of a controller.
  case acts(Action, CallbackCall)
  /// A property is read while a callback runs; `isLast` where it is the end of its place.
  case reads(String, of: Int32, isLast: Bool, CallbackCall)
  /// The app calls a method, or stores in a property.
  case called(String, of: Int32)
  /// The app calls a callback itself.
  case callsCallback(String, of: Int32)
  /// A callback of a controller has run.
  case callbackEnded(CallbackCall)
  /// `view` is read in `loadView()` before it is set.
  case asksForViewBeingLoaded(Int32)
  /// A view is about to be added to another.
  case addsView(Int32)
  /// The views of controllers are about to be taken out.
  case viewsLeave([Int32])
  /// A controller has disappeared.
  case disappeared(Int32)

  /// `addChild` is about to take a controller in.
  case addsChild(Int32)
  case hasAddedChild(Int32)
  /// The app tells a child where it will be, or where it is.
  case saysWillMove(Int32, toNothing: Bool)
  case saysDidMove(Int32, toNothing: Bool)
  /// `removeFromParent()` is about to let a controller go.
  case leavesParent(Int32)
  /// A controller leaves its parent or is freed, or the scenario ends: nobody will tell it any more that it has arrived.
  case settles(Int32)

  /// A presentation that does nothing: the presenter is in no window, or is busy.
  case presentsInVain(from: Int32, isBusy: Bool)
  case presented(over: Int32)
  /// What was presented over a controller was dismissed, and the controller did not appear again.
  case dismissedSheet(over: Int32)
  /// A step is over, with everything that it set off.
  case stepEnded
  case leavesForBackground
  case isInBackground

  /// The scenario ends, and something still runs for a screen that has gone.
  case outlivesScreen(Registration)
  /// The only teardown of a finding is in the `deinit` of this object, which the finding keeps.
  case foundUnreachableTeardown(of: Int32)

  /// The kind of an event, without its subject.
  enum Kind: Int, CaseIterable, Sendable {
    case acts, reads, called, callsCallback, callbackEnded, asksForViewBeingLoaded, addsView
    case viewsLeave, disappeared, addsChild, hasAddedChild, saysWillMove, saysDidMove, leavesParent
    case settles, presentsInVain, presented, dismissedSheet, stepEnded, leavesForBackground
    case isInBackground, outlivesScreen, foundUnreachableTeardown
  }

  var kind: Kind {
    switch self {
    case .acts: .acts
    case .reads: .reads
    case .called: .called
    case .callsCallback: .callsCallback
    case .callbackEnded: .callbackEnded
    case .asksForViewBeingLoaded: .asksForViewBeingLoaded
    case .addsView: .addsView
    case .viewsLeave: .viewsLeave
    case .disappeared: .disappeared
    case .addsChild: .addsChild
    case .hasAddedChild: .hasAddedChild
    case .saysWillMove: .saysWillMove
    case .saysDidMove: .saysDidMove
    case .leavesParent: .leavesParent
    case .settles: .settles
    case .presentsInVain: .presentsInVain
    case .presented: .presented
    case .dismissedSheet: .dismissedSheet
    case .stepEnded: .stepEnded
    case .leavesForBackground: .leavesForBackground
    case .isInBackground: .isInBackground
    case .outlivesScreen: .outlivesScreen
    case .foundUnreachableTeardown: .foundUnreachableTeardown
    }
  }
}
