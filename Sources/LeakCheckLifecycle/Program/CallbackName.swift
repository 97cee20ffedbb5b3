import LeakCheckText

/// The names of callbacks: plain in scenarios, and with labels in the form of `#function`.
public enum CallbackName {
  /// The name without its parentheses: `viewWillAppear` for `viewWillAppear(_:)`.
  ///
  /// The delegate methods named `scene` and `application` keep their labels when they have some.
  static func plain(_ name: String) -> String {
    for (plain, signature) in signatures where signature == name { return plain }
    return String(name.prefix { $0 != "(" })
  }

  /// Returns the name in the form of `#function`.
  public static func signature(_ plain: String) -> String {
    byPlainName[plain] ?? member(plain) ?? (plain == "deinit" ? plain : "\(plain)()")
  }

  /// What Swift calls the code that a source has beside methods, such as `name.getter` of `lazy_name`.
  private static func member(_ plain: String) -> String? {
    for (prefix, suffix) in accessors where plain.hasPrefix(prefix) {
      return plain.dropFirst(prefix.count) + suffix
    }
    if plain.hasPrefix("view_") { return "body" }
    guard plain.hasPrefix("init_") else { return nil }
    let labels = plain.dropFirst("init_".count).split(
      separator: "_", omittingEmptySubsequences: false
    ).dropFirst()
    if labels.count == 1, labels.first?.isEmpty == true { return "init()" }
    return "init(\(labels.map { ($0.isEmpty ? "_" : String($0)) + ":" }.joined()))"
  }

  private static let accessors = [
    ("lazy_", ".getter"), ("get_", ".getter"), ("set_", ".setter"), ("willSet_", ".willset"),
    ("didSet_", ".didset"),
  ]

  private static let byPlainName: [String: String] = Dictionary(
    uniqueKeysWithValues: signatures)

  private static let signatures: [(String, String)] = [
    ("viewWillAppear", "viewWillAppear(_:)"),
    ("viewIsAppearing", "viewIsAppearing(_:)"),
    ("viewDidAppear", "viewDidAppear(_:)"),
    ("viewWillDisappear", "viewWillDisappear(_:)"),
    ("viewDidDisappear", "viewDidDisappear(_:)"),
    ("traitCollectionDidChange", "traitCollectionDidChange(_:)"),
    ("willMove", "willMove(toParent:)"),
    ("didMove", "didMove(toParent:)"),
    ("viewWillTransition", "viewWillTransition(to:with:)"),
    ("willTransition", "willTransition(to:with:)"),
    ("updateUserActivityState", "updateUserActivityState(_:)"),
    ("application", "application(_:didFinishLaunchingWithOptions:)"),
    ("applicationDidReceiveMemoryWarning", "applicationDidReceiveMemoryWarning(_:)"),
    ("scene", "scene(_:willConnectTo:options:)"),
    ("sceneDidDisconnect", "sceneDidDisconnect(_:)"),
    ("sceneDidBecomeActive", "sceneDidBecomeActive(_:)"),
    ("sceneWillResignActive", "sceneWillResignActive(_:)"),
    ("sceneWillEnterForeground", "sceneWillEnterForeground(_:)"),
    ("sceneDidEnterBackground", "sceneDidEnterBackground(_:)"),
    ("stateRestorationActivity", "stateRestorationActivity(for:)"),
  ]

  /// Callbacks that frameworks call, without parentheses; other names are methods of the app.
  package static let ofFrameworks: Set<String> = Set(
    signatures.map(\.0) + [
      "init", "deinit", "loadView", "viewDidLoad", "viewDidUnload", "updateViewConstraints",
      "viewWillLayoutSubviews", "viewDidLayoutSubviews", "didReceiveMemoryWarning",
    ])

  /// Whether a translation has made the method, of what a property does: `get_title`, `didSet_title`.
  static func isAccessor(_ name: String) -> Bool {
    ["get_", "set_", "lazy_", "willSet_", "didSet_"].contains { name.hasPrefix($0) }
  }

  /// Callbacks by which an app's or a scene's delegate is known.
  static let ofApp: Set<String> = ["application", "applicationDidReceiveMemoryWarning"]
  static let ofScene: Set<String> = [
    "scene", "sceneDidDisconnect", "sceneDidBecomeActive", "sceneWillResignActive",
    "sceneWillEnterForeground", "sceneDidEnterBackground", "stateRestorationActivity",
  ]
  static let ofDelegates: Set<String> = ofApp.union(ofScene)

  /// Callbacks whose supertype's part must run.
  static let needSuper: Set<String> = [
    "viewDidLoad", "viewWillAppear", "viewIsAppearing", "viewDidAppear", "viewWillDisappear",
    "viewDidDisappear", "traitCollectionDidChange", "updateViewConstraints", "willMove", "didMove",
    "viewWillTransition", "willTransition", "didReceiveMemoryWarning", "updateUserActivityState",
  ]

  /// Whether a callback tells that a view appears or disappears.
  static func isOfAppearance(_ name: String) -> Bool {
    ["viewWillAppear", "viewDidAppear", "viewWillDisappear", "viewDidDisappear"].contains(name)
  }

  /// Callbacks that an appearance may bring several of.
  static let layout: Set<String> = [
    "viewWillLayoutSubviews", "viewDidLayoutSubviews", "updateViewConstraints",
  ]
}

/// A search for misspelled callbacks, which nothing would ever call.
enum CallbackSpelling {
  /// Refuses a callback that nothing calls and that is a slip of the typist for one of UIKit's.
  static func check(_ program: Program) throws(InputError) {
    let called = program.calledNames()
    // Of a source in Swift the compiler says so: without `override` nothing is UIKit's.
    for type in program.scenario.types where type.place?.file.isEmpty ?? true {
      for name in type.callbacks.keys.sorted() {
        guard !CallbackName.ofFrameworks.contains(name), !called.contains(name),
          let meant = CallbackName.ofFrameworks.sorted().first(where: {
            NearestWord.isSlip(name, of: $0)
          })
        else { continue }
        let place = type.callbackPlaces[name] ?? type.place
        throw InputError(
          source: program.scenario.name(of: place),
          line: place?.line ?? 1, column: place?.column ?? 1,
          problem: "nothing calls \(Quotation.quoted(name)) of \(Quotation.quoted(type.name))",
          expected: "a callback, or a method that some action names",
          suggestion: Quotation.quoted(meant))
      }
    }
  }
}
