/// The framework names that the translation knows.
enum Frameworks {
  static let controllers: Set<String> = [
    "UIViewController", "UINavigationController", "UITabBarController", "UIPageViewController",
    "UISplitViewController", "UITableViewController", "UICollectionViewController",
    "UIAlertController", "UIActivityViewController", "UISearchController",
    "UIImagePickerController",
    "UIHostingController", "NSViewController",
  ]

  static let controllersOfMac: Set<String> = [
    "NSViewController", "NSSplitViewController", "NSTabViewController", "NSCollectionViewItem",
    "NSTitlebarAccessoryViewController",
  ]

  static let views: Set<String> = [
    "UIView", "UIWindow", "UILabel", "UIImageView", "UIStackView", "UIControl", "UIButton",
    "UISwitch",
    "UISlider", "UISegmentedControl", "UIRefreshControl", "UITextField", "UIScrollView",
    "UITextView",
    "UITableView", "UICollectionView", "UITableViewCell", "UICollectionViewCell", "UISearchBar",
    "UITabBar", "UINavigationBar", "UIPickerView", "WKWebView", "MKMapView", "NSView",
  ]

  static let objects: Set<String> = [
    "NSObject", "UIResponder", "WKUserContentController", "WKWebViewConfiguration", "UIMenu",
    "UIDeferredMenuElement", "AVAudioEngine", "AVAudioInputNode",
    "UINavigationItem", "UITabBarItem", "UIAlertAction", "UIContextualAction",
    "UISwipeActionsConfiguration", "UICollectionViewLayout", "UICollectionViewFlowLayout",
    "UICollectionViewCompositionalLayout",
    "DispatchGroup", "UIViewPropertyAnimator", "UITableViewDiffableDataSource",
    "UICollectionViewDiffableDataSource", "CALayer", "CAAnimation",
    "CABasicAnimation", "CAKeyframeAnimation", "CASpringAnimation", "CAAnimationGroup",
    "CATransition", "OperationQueue", "Operation", "BlockOperation", "PassthroughSubject",
    "CurrentValueSubject",
    "CLLocationManager", "AVPlayer", "CellRegistration", "SupplementaryRegistration",
    "UIBarButtonItem", "DispatchQueue", "NotificationCenter", "Pipe", "FileHandle", "AnyIterator",
  ]

  /// Classes that keep handlers until they are told to stop.
  static let keepers: Set<String> = [
    "CMMotionManager", "CMHeadphoneMotionManager", "CMMotionActivityManager", "CMPedometer",
    "CMAltimeter", "UndoManager", "URLSessionWebSocketTask",
  ]

  /// Types that are named together with their enclosing type.
  static let nested: Set<String> = ["CellRegistration", "SupplementaryRegistration"]

  /// Classes that behave like another class in everything that is followed.
  private static let standsFor = ["UICollectionViewCompositionalLayout": "UICollectionViewLayout"]

  static let types = controllers.union(views).union(objects)

  /// Apple's controllers whose names do not say that they are view controllers.
  private static let controllersOfOtherNames: Set<String> = [
    "QLPreviewController", "UICloudSharingController", "UIVideoEditorController",
    "UIPrinterPickerController", "NSCollectionViewItem",
  ]

  /// Whether a class that the sources do not declare is a view controller, judging by its name.
  static func isController(_ name: String) -> Bool {
    controllers.contains(name) || controllersOfOtherNames.contains(name)
      || name.hasSuffix("ViewController")
  }

  /// The class of the simulation for a class that the sources do not declare, or `nil` if nothing is known about it.
  static func simulated(_ name: String) -> String? {
    if let name = standsFor[name] { return name }
    if types.contains(name) { return name }
    guard isController(name) else { return nil }
    return controllersOfMac.contains(name) ? "NSViewController" : "UIViewController"
  }
  static let containers: Set<String> = ["UINavigationController", "UITabBarController"]
  static let publishers: Set<String> = ["PassthroughSubject", "CurrentValueSubject"]
  static let gestures: Set<String> = [
    "UITapGestureRecognizer", "UIPanGestureRecognizer", "UILongPressGestureRecognizer",
    "UISwipeGestureRecognizer", "UIPinchGestureRecognizer", "UIRotationGestureRecognizer",
  ]

  /// Callbacks that the simulation calls itself.
  static let callbacks: Set<String> = [
    "init", "deinit", "loadView", "viewDidLoad", "viewWillAppear", "viewIsAppearing",
    "viewDidAppear",
    "viewWillDisappear", "viewDidDisappear", "viewWillLayoutSubviews", "viewDidLayoutSubviews",
    "updateViewConstraints", "traitCollectionDidChange", "viewWillTransition", "willTransition",
    "willMove", "didMove", "didReceiveMemoryWarning", "viewDidUnload", "updateUserActivityState",
  ]

  /// Properties of controllers that hold objects.
  static let controllerProperties: [String: String] = [
    "view": "UIView", "navigationController": "UINavigationController",
    "parent": "UIViewController",
    "presentedViewController": "UIViewController", "presentingViewController": "UIViewController",
    "refreshControl": "UIRefreshControl", "tabBarController": "UITabBarController",
    "transitioningDelegate": "NSObject",
  ]

  /// The list that is the view of a list controller, by the property for it.
  static let lists: [String: (controller: String, list: String)] = [
    "tableView": ("UITableViewController", "UITableView"),
    "collectionView": ("UICollectionViewController", "UICollectionView"),
  ]

  /// Functions that wait until the continuation that they hand over is resumed.
  static let continuations: Set<String> = [
    "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
    "withUnsafeThrowingContinuation",
  ]
  /// Streams and their continuations.
  static let streams: Set<String> = ["AsyncStream", "AsyncThrowingStream", "Continuation"]

  /// Properties of controllers with effects when set.
  static let controllerSetters: Set<String> = [
    "viewControllers", "selectedIndex", "delegate", "dataSource",
  ]

  /// Properties of controllers that hold no objects.
  static let controllerValues: Set<String> = [
    "title", "modalPresentationStyle", "modalTransitionStyle", "definesPresentationContext",
    "preferredContentSize", "isModalInPresentation", "isEditing", "hidesBottomBarWhenPushed",
    "edgesForExtendedLayout", "extendedLayoutIncludesOpaqueBars", "additionalSafeAreaInsets",
    "overrideUserInterfaceStyle", "isBeingPresented", "isBeingDismissed", "isMovingToParent",
    "isMovingFromParent", "isViewLoaded", "nibName", "restorationIdentifier",
    "preferredStatusBarStyle", "prefersStatusBarHidden",
  ]

  /// Framework singletons that do work on request.
  static let singletons: Set<String> = ["URLSession.shared", "OperationQueue.main"]

  /// Properties of views that are used without `self`.
  static let viewProperties: Set<String> = [
    "layer", "superview", "window", "contentView", "bounds", "frame", "center", "safeAreaInsets",
  ]

  /// Properties of views that hold no object.
  static let viewValues: Set<String> = [
    "isHidden", "alpha", "alphaValue", "backgroundColor", "tintColor", "isOpaque", "tag",
    "transform", "clipsToBounds", "contentMode", "isUserInteractionEnabled", "isFirstResponder",
    "isMultipleTouchEnabled", "translatesAutoresizingMaskIntoConstraints", "autoresizingMask",
    "layoutMargins", "directionalLayoutMargins", "intrinsicContentSize", "wantsLayer",
    "needsDisplay", "needsLayout", "accessibilityIdentifier", "accessibilityLabel",
    "isAccessibilityElement", "traitCollection", "overrideUserInterfaceStyle",
  ]

  /// Properties of views and other classes that hold objects.
  static let objectProperties: [String: String] = [
    "layer": "CALayer", "superview": "UIView", "window": "UIWindow", "contentView": "UIView",
    "userContentController": "WKUserContentController",
    "fileHandleForReading": "FileHandle",
    "configuration": "WKWebViewConfiguration", "searchBar": "UISearchBar",
    "interactivePopGestureRecognizer": "UIGestureRecognizer",
    "panGestureRecognizer": "UIGestureRecognizer",
    "contentController": "WKUserContentController",
    "popoverPresentationController": "UIPopoverPresentationController",
    "sheetPresentationController": "UISheetPresentationController",
    "presentationController": "UIPresentationController",
    "topViewController": "UIViewController", "visibleViewController": "UIViewController",
    "selectedViewController": "UIViewController",
    "rootViewController": "UIViewController", "delegate": "NSObject", "dataSource": "NSObject",
  ]

  /// Objects that framework objects create themselves, by the property that holds them.
  static let parts: [String: (property: String, type: String)] = [
    "WKWebView": ("configuration", "WKWebViewConfiguration"),
    "AVAudioEngine": ("inputNode", "AVAudioInputNode"),
    "WKWebViewConfiguration": ("userContentController", "WKUserContentController"),
    "Pipe": ("fileHandleForReading", "FileHandle"),
  ]

  /// Objects that controllers create on demand.
  static let lazyParts: [(property: String, type: String)] = [
    ("navigationItem", "UINavigationItem"), ("tabBarItem", "UITabBarItem"),
  ]

  /// Wrappers of values that SwiftUI keeps for a view or passes to it.
  static let viewWrappers: Set<String> = [
    "State", "StateObject", "ObservedObject", "EnvironmentObject", "Environment", "Bindable",
    "Binding",
  ]

  static let geometry: Set<String> = [
    "bounds", "frame", "center", "safeAreaInsets", "safeAreaLayoutGuide", "layoutMargins",
    "readableContentGuide", "traitCollection",
  ]

  /// Functions that call their closures before they return, and keep none.
  static let immediate: Set<String> = [
    "map", "forEach", "filter", "compactMap", "flatMap", "reduce", "sorted", "sort", "removeAll",
    "first", "firstIndex", "contains", "allSatisfy", "sync", "performBatchUpdates", "withLock",
    "assumeIsolated", "min", "max", "with", "performAndWait", "autoreleasepool",
    "withExtendedLifetime", "withTaskCancellationHandler",
    "drop", "prefix", "partition", "count", "mapValues", "performWithoutAnimation", "run", "last",
    "withCheckedContinuation", "withUnsafePointer", "measure", "withAnimation", "withTransaction",
    "addTextField", "concurrentPerform", "addKeyframe",
    "makeConstraints", "remakeConstraints", "updateConstraints",
    "enumerateObjects", "enumerateKeysAndObjects", "enumerateSubstrings", "enumerateAttribute",
  ]

  /// Functions whose closure adds children to a task group, and that return when these have ended.
  static let taskGroups: Set<String> = [
    "withTaskGroup", "withThrowingTaskGroup", "withDiscardingTaskGroup",
    "withThrowingDiscardingTaskGroup",
  ]

  /// Functions that call their closures for each element.
  static let iterating: Set<String> = ["map", "forEach", "compactMap", "flatMap", "filter"]

  /// The prefixes of Apple's frameworks, whose delegates are weak except for some known by name.
  private static let prefixes: Set<String> = [
    "AR", "AS", "AV", "CA", "CB", "CG", "CI", "CK", "CL", "CM", "CN", "EK", "GC", "GK", "HK", "HM",
    "LA", "LP", "MC", "MF", "MK", "ML", "MP", "MT", "MTK", "NE", "NS", "NW", "PDF", "PH", "PK",
    "QL",
    "SCN", "SF", "SK", "UI", "UN", "VN", "WC", "WK", "XC",
  ]

  /// Foundation classes that Swift names without their prefix.
  private static let withoutPrefix: Set<String> = [
    "XMLParser", "Process", "Stream", "InputStream", "OutputStream", "FileHandle", "Port",
    "NetService", "NetServiceBrowser", "UndoManager", "NumberFormatter", "ISO8601DateFormatter",
    "PropertyListDecoder", "PropertyListEncoder", "Progress", "Thread", "Bundle", "FileManager",
    "UserDefaults", "URLCache", "URLSessionWebSocketTask", "Host", "Scanner",
  ]

  /// Whether a name begins like those of Apple's classes: `NSFetchedResultsController`.
  static func isApples(_ name: String) -> Bool {
    if withoutPrefix.contains(name) { return true }
    let capitals = name.prefix { $0.isUppercase || $0.isNumber }
    return capitals.count > 2 && prefixes.contains(String(capitals.dropLast()))
  }

  /// Methods that call their closure once, when a response arrives, and then release it.
  static let answering: Set<String> = [
    "beginSheetModal", "beginSheet", "beginCriticalSheet", "begin",
    "evaluateJavaScript", "callAsyncJavaScript", "takeSnapshot", "createPDF", "requestAccess",
    "requestAuthorization", "getNotificationSettings", "getPendingNotificationRequests",
    "reverseGeocodeLocation", "geocodeAddressString", "evaluatePolicy", "loadItem", "loadObject",
    "loadFileRepresentation", "loadDataRepresentation", "loadValuesAsynchronously",
    "exportAsynchronously", "requestImage", "requestData", "performChanges", "open",
    "setCompletionBlock", "getAllTasks", "fetchDataRecords", "removeData", "seek",
    "requestRecordPermission", "addTeardownBlock",
    "UIContextMenuConfiguration", "requestReview", "performBackgroundTask", "perform",
    "beginBackgroundTask",
  ]

  /// Functions that take objects and keep none.
  static let harmless: Set<String> = [
    "print", "debugPrint", "dump", "fatalError", "preconditionFailure", "assert",
    "assertionFailure",
    "addTarget", "removeTarget", "setMetadataObjectsDelegate", "setSampleBufferDelegate",
    "precondition", "NSLog", "type", "sleep", "min", "max", "abs", "zip", "stride", "exit", "swap",
    "isKnownUniquelyReferenced", "CFGetRetainCount", "String", "Int", "Double", "Date", "URL",
    "ObjectIdentifier", "usleep", "round", "floor", "ceil", "os_log", "XCTAssertNil",
    "XCTAssertNotNil", "XCTAssertEqual", "XCTAssertTrue", "XCTAssertFalse", "XCTUnwrap",
    "withUnsafePointer", "indexPath", "convert", "isDescendant", "isEqual", "isKind", "distance",
    "canPerformAction", "sendSubviewToBack", "exchangeSubview", "performSegue", "hitTest",
    "cancelPreviousPerformRequests", "equalTo", "lessThanOrEqualTo", "greaterThanOrEqualTo",
    "indexPathForItem", "contains", "addDependency", "removeDependency", "location", "translation",
    "velocity", "setCancelHandler", "encode", "decode",
  ]
}
