/// All misuses that a simulation reports: one file each, and one line here.
enum Misuses {
  /// In the order in which the lifecycle's rules list them, which is that of ``Misuse/Code/allCases``.
  ///
  /// Of those that one event brings, the first is reported first.
  static let all: [any MisuseRule] = [
    ViewInInit(),
    ViewInLoadView(),
    SuperInLoadView(),
    LoadViewCalledDirectly(),
    MissingSuper(),
    GeometryInViewDidLoad(),
    GeometryInViewWillAppear(),
    OneShotWorkInLayout(),
    ExpensiveWorkInViewWillAppear(),
    PresentOutsideHierarchy(),
    AddViewWithoutAddChild(),
    MissingDidMove(),
    MissingWillMoveNil(),
    ReversedChildRemoval(),
    RedundantWillMove(),
    UnbalancedObserver(),
    WaitsForViewWillAppearAfterSheet(),
    TeardownInUnreachableDeinit(),
    ReliesOnDisappearAtBackground(),
    UncancelledTask(),
    UninvalidatedTimer(),
    BlockObserverLeft(),
    ConfigurationInViewDidAppear(),
    LayoutInLayout(),
    AnimationOutsideCoordinator(),
    LoadViewWithStoryboard(),
  ]
}
