import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// Every misuse of the contract as it is written in Swift, beside a form that looks like it and is right.
@Suite struct MisuseFormsTests {
  /// Members of a screen that misuse a callback, and members that do the same well.
  struct Form: Sendable, CustomTestStringConvertible {
    var code: Misuse.Code
    var bad: String
    var clean: String
    /// What happens to the screen, which is on screen then, in both forms or in the right one.
    var steps: String
    var cleanSteps: String
    var testDescription: String { code.rawValue }

    init(
      _ code: Misuse.Code, bad: String, clean: String, steps: String = "", cleanSteps: String? = nil
    ) {
      (self.code, self.bad, self.clean, self.steps) = (code, bad, clean, steps)
      self.cleanSteps = cleanSteps ?? steps
    }
  }

  private func codes(_ members: String, _ steps: String) throws -> [Misuse.Code] {
    try Run(
      """
      class Child: UIViewController {}
      class Sheet: UIViewController { var onClose: (() -> Void)? }
      class Screen: UIViewController {
        let label = UILabel()
        let child = Child()
        \(members)
      }
      let navigation = UINavigationController(rootViewController: UIViewController())
      let window = UIWindow()
      window.rootViewController = navigation
      window.makeKeyAndVisible()
      var screen: Screen? = Screen()
      navigation.pushViewController(screen!, animated: false)
      \(steps)
      screen = nil
      navigation.popViewController(animated: false)
      """
    ).outcome.misuse.map(\.code)
  }

  @Test func `each code has a form`() {
    #expect(Set(Self.forms.map(\.code)) == Set(Misuse.Code.allCases))
  }

  @Test(arguments: forms)
  func `misuse is told, and what looks like it is not`(_ form: Form) throws {
    #expect(try codes(form.bad, form.steps).contains(form.code), "\(form.bad)")
    #expect(try codes(form.clean, form.cleanSteps) == [], "\(form.clean)")
  }

  static let forms = frameForms + orderForms + appearanceForms + childForms + endForms

  private static func override(_ callback: String, _ body: String) -> String {
    let name = callback.prefix { $0 != "(" }
    let parameters = callback.contains("animated") ? "animated" : ""
    return "override func \(callback) { super.\(name)(\(parameters))\n\(body) }\n"
  }

  private static let frameForms = [
    Form(
      .viewInInit,
      bad: "init() { super.init(nibName: nil, bundle: nil)\n view.backgroundColor = .red }",
      clean: "init() { super.init(nibName: nil, bundle: nil)\n title = \"red\" }"),
    Form(
      .geometryInViewDidLoad,
      bad: override("viewDidLoad()", "let half = view.bounds.width / 2\n print(half)"),
      clean: override("viewDidLayoutSubviews()", "let half = view.bounds.width / 2\n print(half)")),
    Form(
      .geometryInViewDidLoad,
      bad: override(
        "viewDidLoad()", "label.frame = CGRect(x: 0, y: 0, width: view.frame.width, height: 9)"),
      clean: override("viewDidLoad()", "label.frame = CGRect(x: 0, y: 0, width: 9, height: 9)")),
    Form(
      .geometryInViewDidLoad,
      bad: override("viewDidLoad()", "place()") + "func place() { label.center = view.center }",
      clean: override("viewDidLoad()", "label.center = .zero")),
    Form(
      .geometryInViewWillAppear,
      bad: override(
        "viewWillAppear(_ animated: Bool)", "let inset = view.safeAreaInsets.top\n print(inset)"),
      clean: override(
        "viewIsAppearing(_ animated: Bool)", "let inset = view.safeAreaInsets.top\n print(inset)")),
    Form(
      .oneShotWorkInLayout,
      bad: override("viewDidLayoutSubviews()", "view.addSubview(label)"),
      clean: override("viewDidLayoutSubviews()", "label.frame = view.bounds")),
    Form(
      .layoutInLayout,
      bad: override("viewDidLayoutSubviews()", "view.setNeedsLayout()"),
      clean: override("viewDidLayoutSubviews()", "label.setNeedsLayout()")),
    Form(
      .layoutInLayout,
      bad: override(
        "viewWillLayoutSubviews()",
        "NSLayoutConstraint.activate([label.topAnchor.constraint(equalTo: view.topAnchor)])"),
      clean: override(
        "viewDidLoad()",
        "view.addSubview(label)\n"
          + "NSLayoutConstraint.activate([label.topAnchor.constraint(equalTo: view.topAnchor)])")),
    Form(
      .layoutInLayout,
      bad: override("viewDidLayoutSubviews()", "pin()")
        + "func pin() { label.topAnchor.constraint(equalTo: view.topAnchor).isActive = true }",
      clean: override("viewDidLoad()", "pin()")
        + "func pin() { label.topAnchor.constraint(equalTo: view.topAnchor).isActive = true }"),
  ]

  private static let orderForms = [
    Form(
      .viewInLoadView,
      bad: "override func loadView() { view.addSubview(label)\n view = UIView() }",
      clean: "override func loadView() { view = UIView()\n view.addSubview(label) }"),
    Form(
      .superInLoadView, bad: "override func loadView() { super.loadView()\n view = UIView() }",
      clean: "override func loadView() { view = UIView() }"),
    Form(
      .loadViewCalledDirectly, bad: "func reload() { loadView() }",
      clean: "func reload() { loadViewIfNeeded() }", steps: "screen?.reload()"),
    Form(
      .loadViewWithStoryboard,
      bad: "@IBOutlet var button: UIButton!\n override func loadView() { view = UIView() }",
      clean: "@IBOutlet var button: UIButton!"),
    Form(
      .missingSuper, bad: "override func viewWillAppear(_ animated: Bool) { print(1) }",
      clean: override("viewWillAppear(_ animated: Bool)", "print(1)")),
    Form(
      .presentOutsideHierarchy,
      bad: override("viewDidLoad()", "present(Sheet(), animated: true)"),
      clean: override("viewDidAppear(_ animated: Bool)", "present(Sheet(), animated: true)"),
      steps: "screen?.dismiss(animated: false)"),
  ]

  private static let appearanceForms = [
    Form(
      .expensiveWorkInViewWillAppear,
      bad: override(
        "viewWillAppear(_ animated: Bool)",
        "URLSession.shared.dataTask(with: address) { _, _, _ in }.resume()"),
      clean: override(
        "viewDidLoad()", "URLSession.shared.dataTask(with: address) { _, _, _ in }.resume()")),
    Form(
      .unbalancedObserver,
      bad: override(
        "viewWillAppear(_ animated: Bool)",
        "NotificationCenter.default.addObserver("
          + "self, selector: #selector(changed), name: .init(\"a\"), object: nil)")
        + "@objc func changed() {}",
      clean: override(
        "viewWillAppear(_ animated: Bool)",
        "NotificationCenter.default.addObserver("
          + "self, selector: #selector(changed), name: .init(\"a\"), object: nil)")
        + override(
          "viewDidDisappear(_ animated: Bool)", "NotificationCenter.default.removeObserver(self)")
        + "@objc func changed() {}"),
    Form(
      .configurationInViewDidAppear,
      bad: override("viewDidAppear(_ animated: Bool)", "view.addSubview(label)"),
      clean: override("viewIsAppearing(_ animated: Bool)", "view.addSubview(label)")),
    Form(
      .waitsForViewWillAppearAfterSheet,
      bad: override("viewWillAppear(_ animated: Bool)", "refresh()")
        + "func refresh() { label.text = \"new\" }",
      clean: override("viewWillAppear(_ animated: Bool)", "refresh()")
        + "func refresh() { label.text = \"new\" }\n"
        + "func edit() { let sheet = Sheet()\n sheet.onClose = { [weak self] in self?.refresh() }\n"
        + "present(sheet, animated: true)\n sheet.onClose?() }",
      steps: "screen?.present(Sheet(), animated: false)\n screen?.dismiss(animated: false)",
      cleanSteps: "screen?.edit()\n screen?.dismiss(animated: false)"),
    Form(
      .animationOutsideCoordinator,
      bad: turn + "UIView.animate(withDuration: 1) { self.label.alpha = 0 } }",
      clean: turn + "coordinator.animate(alongsideTransition: { _ in self.label.alpha = 0 }) }",
      steps: "screen?.viewWillTransition(to: .zero, with: coordinator)"),
    Form(
      .reliesOnDisappearAtBackground,
      bad: override("viewWillDisappear(_ animated: Bool)", "save()")
        + "func save() { drafts.append(label) }\n var drafts: [UILabel] = []",
      clean: override("viewWillDisappear(_ animated: Bool)", "label.alpha = 0"),
      steps: "NotificationCenter.default.post("
        + "name: UIApplication.didEnterBackgroundNotification, object: nil)"),
  ]

  private static let turn =
    "override func viewWillTransition(to size: CGSize, "
    + "with coordinator: UIViewControllerTransitionCoordinator) {\n"
    + "super.viewWillTransition(to: size, with: coordinator)\n"

  private static let add = "addChild(child)\n view.addSubview(child.view)\n"
  private static let remove =
    "child.willMove(toParent: nil)\n child.view.removeFromSuperview()\n child.removeFromParent()"

  private static func child(_ add: String, _ remove: String) -> String {
    override("viewDidLoad()", add) + "func close() { \(remove) }"
  }

  private static let clean = child(add + "child.didMove(toParent: self)", remove)

  private static let childForms = [
    Form(
      .addViewWithoutAddChild, bad: child("view.addSubview(child.view)", ""), clean: clean,
      steps: "screen?.close()"),
    Form(.missingDidMove, bad: child(add, remove), clean: clean, steps: "screen?.close()"),
    Form(
      .missingWillMoveNil,
      bad: child(
        add + "child.didMove(toParent: self)",
        "child.view.removeFromSuperview()\n child.removeFromParent()"),
      clean: clean, steps: "screen?.close()"),
    Form(
      .reversedChildRemoval,
      bad: child(
        add + "child.didMove(toParent: self)",
        "child.willMove(toParent: nil)\n child.removeFromParent()\n child.view.removeFromSuperview()"
      ),
      clean: clean, steps: "screen?.close()"),
    Form(
      .redundantWillMove,
      bad: child(
        "child.willMove(toParent: self)\n" + add + "child.didMove(toParent: self)", remove),
      clean: clean, steps: "screen?.close()"),
  ]

  private static let endForms = [
    Form(
      .teardownInUnreachableDeinit,
      bad: "var timer: Timer?\n" + override("viewDidLoad()", repeating("self.tick()"))
        + "func tick() {}\n deinit { timer?.invalidate() }",
      clean: "var timer: Timer?\n"
        + override("viewDidLoad()", repeating("self?.tick()", "[weak self] "))
        + "func tick() {}\n deinit { timer?.invalidate() }"),
    Form(
      .uninvalidatedTimer,
      bad: "var timer: Timer?\n"
        + override("viewDidLoad()", repeating("self?.tick()", "[weak self] ")) + "func tick() {}",
      clean: "var timer: Timer?\n"
        + override("viewDidLoad()", repeating("self?.tick()", "[weak self] "))
        + override("viewDidDisappear(_ animated: Bool)", "timer?.invalidate()") + "func tick() {}"),
    Form(
      .uncancelledTask,
      bad: "var task: Task<Void, Never>?\n"
        + override(
          "viewDidLoad()", "task = Task { [weak self] in for await x in numbers { self?.show(x) } }"
        )
        + "func show(_ x: Int) {}",
      clean: "var task: Task<Void, Never>?\n"
        + override(
          "viewDidLoad()", "task = Task { [weak self] in for await x in numbers { self?.show(x) } }"
        )
        + "func show(_ x: Int) {}\n deinit { task?.cancel() }"),
    Form(
      .blockObserverLeft,
      bad: "var token: NSObjectProtocol?\n" + override("viewDidLoad()", observing)
        + "func changed() {}",
      clean: "var token: NSObjectProtocol?\n" + override("viewDidLoad()", observing)
        + "func changed() {}\n"
        + "deinit { if let token { NotificationCenter.default.removeObserver(token) } }"),
  ]

  private static func repeating(_ body: String, _ captures: String = "") -> String {
    "timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { \(captures)_ in \(body) }"
  }

  private static let observing =
    "token = NotificationCenter.default.addObserver(forName: .init(\"a\"), object: nil, queue: nil)"
    + " { [weak self] _ in self?.changed() }"
}
