import LeakCheckGraph

/// A class of UIKit, Foundation, Combine or WebKit, with its ownership and callbacks.
package struct FrameworkType: Sendable {
  var name: String
  var base: String
  var kind: ObjectKind
  /// The properties that do not hold strongly.
  var properties: [String: Strength]

  /// The presentation that `automatic` stands for, where it is not a sheet.
  var automaticStyle: PresentationStyle?

  init(
    _ name: String, _ base: String, _ kind: ObjectKind = .object, weak: [String] = [],
    automaticStyle: PresentationStyle? = nil
  ) {
    self.automaticStyle = automaticStyle
    self.name = name
    self.base = base
    self.kind = kind
    properties = Dictionary(uniqueKeysWithValues: weak.map { ($0, .weak) })
  }

  /// Supertypes before subtypes.
  ///
  /// Source of the weak properties: Apple's documentation of each class.
  static let all: [FrameworkType] = basic + Containers.all.map { $0.type } + others

  /// What objects that stand for structs are; they are copied where Swift copies them.
  static let structKind = ObjectKind(rawValue: "struct")

  /// The class of what stands for a value that a run knows, and that nobody keeps for its own sake: no report shows it.
  package static let flag = "true"
  /// The class of the box in which a variable is that its own closure captures: no type can have the name of the keyword.
  package static let captured = "var"

  private static let basic: [FrameworkType] = [
    .init("NSObject", ""),
    .init("AnyObject", ""),
    .init("Actor", "", .actor),
    // What a local lists.
    .init("Array", "", .collection),
    // The value of a flag.
    .init(flag, ""),
    // The box of a variable that closures capture.
    .init(captured, ""),
    // What a source calls a struct: no type can have the name of the keyword.
    .init("struct", "", structKind),
    .init("UIResponder", "NSObject"),
    .init("UIApplication", "UIResponder", weak: ["delegate"]),
    .init("UIApplicationDelegate", "UIResponder", .delegate),
    .init("UISceneDelegate", "UIResponder", .delegate),
    .init("UIWindowSceneDelegate", "UISceneDelegate", .delegate),
    .init("UIScene", "UIResponder"),
    .init("UIWindowScene", "UIScene"),
  ]

  private static let others: [FrameworkType] = [
    .init("UITableViewController", "UIViewController", .controller),
    .init("UICollectionViewController", "UIViewController", .controller),
    .init("UIAlertController", "UIViewController", .controller, automaticStyle: .custom),
    .init("UIActivityViewController", "UIViewController", .controller),
    .init(
      "UISearchController", "UIViewController", .controller,
      weak: ["delegate", "searchResultsUpdater"]),
    .init("UIImagePickerController", "UINavigationController", .controller),
    .init("UIHostingController", "UIViewController", .controller),
    .init("NSViewController", "UIViewController", .controller),
    .init("UIView", "UIResponder", .view, weak: ["superview", "window"]),
    .init("NSView", "UIView", .view),
    .init("UIWindow", "UIView", .window, weak: ["windowScene"]),
    .init("UILabel", "UIView", .view),
    .init("UIImageView", "UIView", .view),
    .init("UIStackView", "UIView", .view),
    .init("UIControl", "UIView", .view),
    .init("UIButton", "UIControl", .view),
    .init("UISwitch", "UIControl", .view),
    .init("UISlider", "UIControl", .view),
    .init("UISegmentedControl", "UIControl", .view),
    .init("UIRefreshControl", "UIControl", .view),
    .init("UITextField", "UIControl", .view, weak: ["delegate"]),
    .init("UIScrollView", "UIView", .view, weak: ["delegate"]),
    .init("UITextView", "UIScrollView", .view, weak: ["delegate"]),
    .init(
      "UITableView", "UIScrollView", .view,
      weak: ["delegate", "dataSource", "prefetchDataSource", "dragDelegate", "dropDelegate"]),
    .init(
      "UICollectionView", "UIScrollView", .view,
      weak: ["delegate", "dataSource", "prefetchDataSource", "dragDelegate", "dropDelegate"]),
    .init("UITableViewCell", "UIView", .view, weak: ["delegate"]),
    .init("UICollectionViewCell", "UIView", .view, weak: ["delegate"]),
    .init("UISearchBar", "UIView", .view, weak: ["delegate"]),
    .init("UITabBar", "UIView", .view, weak: ["delegate"]),
    .init("UINavigationBar", "UIView", .view, weak: ["delegate"]),
    .init("UIPickerView", "UIView", .view, weak: ["delegate", "dataSource"]),
    .init("WKWebView", "UIView", .view, weak: ["navigationDelegate", "uiDelegate"]),
    .init("MKMapView", "UIView", .view, weak: ["delegate"]),
    .init("WKWebViewConfiguration", "NSObject"),
    .init("WKUserContentController", "NSObject"),
    .init("UINavigationItem", "NSObject"),
    .init("UITabBarItem", "NSObject"),
    .init("UIGestureRecognizer", "NSObject", weak: ["target", "delegate", "view"]),
    .init("UITapGestureRecognizer", "UIGestureRecognizer"),
    .init("UIAction", "NSObject"),
    .init("UIMenu", "NSObject"),
    .init("UIDeferredMenuElement", "NSObject"),
    .init("AVAudioEngine", "NSObject"),
    .init("AVAudioInputNode", "NSObject"),
    .init("UIViewPropertyAnimator", "NSObject"),
    .init("UIAlertAction", "NSObject"),
    .init("UIContextualAction", "NSObject"),
    .init("UISwipeActionsConfiguration", "NSObject"),
    .init("UICollectionViewLayout", "NSObject", weak: ["collectionView"]),
    .init("UICollectionViewFlowLayout", "UICollectionViewLayout"),
    .init("UIBarButtonItem", "NSObject", weak: ["target"]),
    .init("UITableViewDiffableDataSource", "NSObject", weak: ["tableView"]),
    .init("UICollectionViewDiffableDataSource", "NSObject", weak: ["collectionView"]),
    .init("CellRegistration", "AnyObject"),
    .init("SupplementaryRegistration", "AnyObject"),
    .init("NSLayoutConstraint", "NSObject", weak: ["firstItem", "secondItem"]),
    .init("CALayer", "NSObject", weak: ["delegate", "superlayer"]),
    .init("CAAnimation", "NSObject"),
    .init("CABasicAnimation", "CAAnimation"),
    .init("CAKeyframeAnimation", "CAAnimation"),
    .init("CASpringAnimation", "CAAnimation"),
    .init("CAAnimationGroup", "CAAnimation"),
    .init("CATransition", "CAAnimation"),
    .init("Timer", "NSObject", .timer),
    .init("CADisplayLink", "NSObject", .timer),
    .init("RunLoop", "NSObject"),
    .init("NotificationCenter", "NSObject"),
    .init("NotificationToken", "NSObject", .observer),
    .init("SelectorObserver", "NSObject", .observer, weak: ["target"]),
    .init("NSKeyValueObservation", "NSObject", .observer),
    .init("URLSession", "NSObject"),
    .init("URLSessionDataTask", "NSObject"),
    .init("URLLoadingSystem", "NSObject"),
    .init("DispatchQueue", "NSObject"),
    .init("DispatchGroup", "NSObject"),
    .init("DispatchWorkItem", "AnyObject"),
    .init("DispatchSource", "NSObject"),
    .init("NSEvent", "NSObject"),
    .init("Thread", "NSObject"),
    .init("Pipe", "NSObject"),
    .init("FileHandle", "NSObject"),
    .init("AnyIterator", "AnyObject"),
    .init("OperationQueue", "NSObject"),
    .init("Operation", "NSObject"),
    .init("BlockOperation", "Operation"),
    .init("Executor", "AnyObject"),
    .init("Task", "AnyObject", .task),
    .init("CheckedContinuation", "AnyObject"),
    .init("AsyncStream", "AnyObject"),
    .init("Continuation", "AnyObject", weak: ["stream"]),
    .init("AnyCancellable", "AnyObject", .observer),
    .init("Sink", "AnyObject", .observer),
    .init("Assign", "AnyObject", .observer),
    .init("PassthroughSubject", "AnyObject"),
    .init("CurrentValueSubject", "AnyObject"),
    .init("ObservableObject", "AnyObject"),
    .init("CLLocationManager", "NSObject", weak: ["delegate"]),
    .init("AVPlayer", "NSObject"),
    .init("CMMotionManager", "NSObject"),
    .init("CMHeadphoneMotionManager", "NSObject"),
    .init("CMMotionActivityManager", "NSObject"),
    .init("CMPedometer", "NSObject"),
    .init("CMAltimeter", "NSObject"),
    .init("UndoManager", "NSObject"),
    .init("URLSessionWebSocketTask", "NSObject"),
    .init("Closure", "AnyObject", .closure),
    .init("WeakBox", "AnyObject", .box),
  ]

  /// The call that empties a property of a framework's object, which the app cannot set: `stopDeviceMotionUpdates()` for
  /// `deviceMotionUpdates`.
  static func end(ofProperty name: String) -> String? {
    switch name {
    case "receivers": "cancel()"
    case "undoActions": "removeAllActions()"
    case "timeObservers": "removeTimeObserver(_:)"
    case "monitors": "removeMonitor(_:)"
    case "taps": "removeTap(onBus:)"
    case "commandTargets": "removeTarget(_:)"
    case "scriptMessageHandlers": "removeScriptMessageHandler(forName:)"
    case _ where name.lowercased().hasSuffix("updates"):
      "stop\(name.prefix(1).uppercased())\(name.dropFirst())()"
    default: nil
    }
  }
}
