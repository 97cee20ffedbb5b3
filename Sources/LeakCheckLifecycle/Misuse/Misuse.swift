/// A use of UIKit that works by luck or not at all, found where it happens.
public struct Misuse: Sendable, Equatable {
  /// What is misused; the codes are stable.
  public var code: Code
  /// The callback in which it happens, as `#function` prints it, or `steps`.
  public var callback: String
  /// The type of the object.
  public var type: String
  /// What is wrong and why it matters.
  public var message: String
  /// The correct form.
  public var correct: String
  /// The line, or 0.
  public var line: Int
  /// The file that the scenario was translated from, or empty for the scenario's own.
  public var file: String = ""

  /// What is misused.
  public enum Code: String, CaseIterable, Sendable {
    /// `view` is read in the initialiser.
    case viewInInit = "view-in-init"
    /// `view` is read in `loadView()` before it is set.
    case viewInLoadView = "view-in-loadView"
    /// A custom `loadView()` calls `super`.
    case superInLoadView = "super-in-loadView"
    /// `loadView()` is called by the app.
    case loadViewCalledDirectly = "loadView-called-directly"
    /// A callback does not call `super`.
    case missingSuper = "missing-super"
    /// Geometry is read in `viewDidLoad()`.
    case geometryInViewDidLoad = "geometry-in-viewDidLoad"
    /// Geometry is read in `viewWillAppear(_:)`.
    case geometryInViewWillAppear = "geometry-in-viewWillAppear"
    /// Work that belongs to once is done per layout.
    case oneShotWorkInLayout = "one-shot-work-in-layout"
    /// Slow work is done before the screen appears, each time.
    case expensiveWorkInViewWillAppear = "expensive-work-in-viewWillAppear"
    /// A controller is presented from one that is not on screen.
    case presentOutsideHierarchy = "present-outside-hierarchy"
    /// A controller's view is added, and the controller is not.
    case addViewWithoutAddChild = "add-view-without-addChild"
    /// `didMove(toParent:)` is not called behind `addChild`.
    case missingDidMove = "missing-didMove"
    /// `willMove(toParent: nil)` is not called before the removal.
    case missingWillMoveNil = "missing-willMove-nil"
    /// A child is removed in the wrong order.
    case reversedChildRemoval = "reversed-child-removal"
    /// A call that UIKit makes itself is made by hand.
    case redundantWillMove = "redundant-willMove"
    /// An observer is added per appearance and not removed.
    case unbalancedObserver = "unbalanced-observer"
    /// Something waits for an appearance that a sheet does not bring.
    case waitsForViewWillAppearAfterSheet = "waits-for-viewWillAppear-after-sheet"
    /// The only breaker of a reference is in the `deinit` of what it keeps.
    case teardownInUnreachableDeinit = "teardown-in-unreachable-deinit"
    /// Something relies on disappearing when the app goes to the background.
    case reliesOnDisappearAtBackground = "relies-on-disappear-at-background"
    /// A task outlives the screen that started it.
    case uncancelledTask = "uncancelled-task"
    /// A timer outlives the screen that started it.
    case uninvalidatedTimer = "uninvalidated-timer"
    /// The block of an observer outlives the screen that added it.
    case blockObserverLeft = "block-observer-left"
    /// What is seen changes after it was seen.
    case configurationInViewDidAppear = "configuration-in-viewDidAppear"
    /// A layout callback asks for another layout.
    case layoutInLayout = "layout-in-layout"
    /// An animation beside the one of the transition.
    case animationOutsideCoordinator = "animation-outside-coordinator"
    /// A view made by hand where a storyboard or nib provides one.
    case loadViewWithStoryboard = "loadView-with-storyboard"
  }
}

extension Misuse.Code {
  /// What is wrong and why it matters.
  var message: String {
    switch self {
    case .viewInInit:
      "reading view in init loads it at once: viewDidLoad() runs before the initialiser is done"
    case .viewInLoadView:
      "reading view in loadView() asks for the view that is being made: an endless recursion, stopped here"
    case .superInLoadView:
      "a custom loadView() that calls super makes a view that is thrown away, or loads a nib"
    case .loadViewCalledDirectly:
      "loadView() called by hand replaces the view without viewDidLoad(), and loses what was added to the old one"
    case .missingSuper:
      "super is not called: UIKit's own part is left out, and children miss the event"
    case .geometryInViewDidLoad:
      "in viewDidLoad() the view has a placeholder size and is in no window: its geometry is a guess"
    case .geometryInViewWillAppear:
      "in viewWillAppear(_:) the view is not in the hierarchy yet: size, safe area and traits may be old"
    case .oneShotWorkInLayout:
      "layout callbacks run for each layout, rotation and resize: what is added here is added again and again"
    case .expensiveWorkInViewWillAppear:
      "viewWillAppear(_:) runs before each appearance, also a cancelled one: slow work delays every transition"
    case .presentOutsideHierarchy:
      "the view of the presenting controller is not in the window hierarchy: UIKit warns and presents nothing"
    case .addViewWithoutAddChild:
      "the view is added and its controller is not: rotation, traits and forwarding never reach it, and nobody owns it"
    case .missingDidMove:
      "addChild is not followed by didMove(toParent:): the child never learns that it has arrived"
    case .missingWillMoveNil:
      "removeFromParent() comes without willMove(toParent: nil): the child is not told that it will leave"
    case .reversedChildRemoval:
      "the child is removed in the wrong order: its callbacks do not match its place in the hierarchy"
    case .redundantWillMove:
      "UIKit makes this call itself: made by hand, the event is delivered twice"
    case .unbalancedObserver:
      "the observer is added at each appearance and not removed at each disappearance: it is called several times"
    case .waitsForViewWillAppearAfterSheet:
      "the sheet leaves this view on screen: its dismissal brings no viewWillAppear(_:), and what waits for it never runs"
    case .teardownInUnreachableDeinit:
      "what would break the reference is in the deinit of an object that the reference keeps alive: it never runs"
    case .reliesOnDisappearAtBackground:
      "going to the background brings no viewWillDisappear(_:): what it would stop or save goes on, or is lost"
    case .uncancelledTask:
      "the task goes on waiting when the screen that started it has gone"
    case .uninvalidatedTimer:
      "the timer goes on firing when the screen that started it has gone"
    case .blockObserverLeft:
      "nobody hands the token to removeObserver(_:): the block runs on after its screen, and each visit adds one more"
    case .configurationInViewDidAppear:
      "viewDidAppear(_:) runs when the screen was seen already: what is added here flashes up, at each appearance"
    case .layoutInLayout:
      "a layout callback that asks for a layout of its own view calls itself, or lays out twice each time"
    case .animationOutsideCoordinator:
      "an animation of its own in viewWillTransition(to:with:) has another timeline than the transition: both are seen"
    case .loadViewWithStoryboard:
      "a storyboard or nib provides the view: made by hand, it is never loaded, and its outlets stay nil"
    }
  }

  /// The correct form.
  var correct: String {
    switch self {
    case .viewInInit: "configure the view in viewDidLoad()"
    case .viewInLoadView: "make the view first and assign it: view = UIView()"
    case .superInLoadView: "assign view and do not call super, or configure it in viewDidLoad()"
    case .loadViewCalledDirectly: "call loadViewIfNeeded(), or read view"
    case .missingSuper: "call super in the override"
    case .geometryInViewDidLoad: "read geometry in viewIsAppearing(_:) or viewDidLayoutSubviews()"
    case .geometryInViewWillAppear: "read geometry in viewIsAppearing(_:)"
    case .oneShotWorkInLayout:
      "do it in viewDidLoad() or viewIsAppearing(_:), and only place things here"
    case .expensiveWorkInViewWillAppear:
      "start it in viewDidLoad() or viewDidAppear(_:), asynchronously"
    case .presentOutsideHierarchy: "present in viewDidAppear(_:), or from what is on screen"
    case .addViewWithoutAddChild:
      "addChild(child), then add the view, then child.didMove(toParent: self)"
    case .missingDidMove: "call child.didMove(toParent: self) behind adding the view"
    case .missingWillMoveNil: "call child.willMove(toParent: nil) first"
    case .reversedChildRemoval:
      "willMove(toParent: nil), then removeFromSuperview(), then removeFromParent()"
    case .redundantWillMove:
      "leave it out: addChild calls willMove(toParent:), removeFromParent() calls didMove(toParent: nil)"
    case .unbalancedObserver:
      "remove it in viewDidDisappear(_:), or add it once in viewDidLoad()"
    case .waitsForViewWillAppearAfterSheet:
      "let the sheet tell its presenter: a delegate, a closure, presentationControllerDidDismiss(_:)"
    case .teardownInUnreachableDeinit:
      "break it in viewDidDisappear(_:) or a method of its own, or hold weakly"
    case .reliesOnDisappearAtBackground:
      "observe didEnterBackgroundNotification, or use sceneDidEnterBackground(_:)"
    case .uncancelledTask:
      "keep the task and cancel it in viewDidDisappear(_:), or in deinit where it does not hold the controller"
    case .uninvalidatedTimer:
      "invalidate the timer in viewDidDisappear(_:), or in deinit where it does not hold the controller"
    case .blockObserverLeft:
      "keep the token and hand it to removeObserver(_:), in deinit where the block does not hold the controller"
    case .configurationInViewDidAppear:
      "add and configure in viewDidLoad(), or in viewIsAppearing(_:) where it needs geometry"
    case .layoutInLayout: "place subviews here, and ask for a layout where something changes"
    case .animationOutsideCoordinator: "use coordinator.animate(alongsideTransition:)"
    case .loadViewWithStoryboard: "leave loadView() out, and configure in viewDidLoad()"
    }
  }
}

extension Misuse {
  /// Why a presentation fails though the presenter is on screen.
  static let busyPresenter =
    "the controller presents another one already: UIKit warns and presents nothing"
}
