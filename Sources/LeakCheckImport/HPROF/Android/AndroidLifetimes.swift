/// A search for Android objects whose lifetime is over, by the state that Android itself wrote into them.
///
/// The rules are those of LeakCanary's Shark (`AndroidObjectInspectors`, version 2.14), where Shark calls an
/// object leaking: fields that the program's own mistakes do not change. Where Shark cannot tell, as with a
/// dialog whose window is gone or was never there, there is no verdict; the views of a dismissed dialog
/// have one. Stricter than Shark: a fragment without a manager that no callback ever reached was never
/// used, and services are judged only where the list of those that run is in the dump.
struct AndroidLifetimes: ~Copyable {
  /// An object that should be gone, with the reason.
  struct Ending: Equatable {
    var row: Int
    var reason: String
  }

  private let heap: HPROFHeap
  private let trees = AndroidViewTrees()
  private var runningServices: Set<Int>?

  /// The rules for judging instances, by class.
  private enum Rule: CaseIterable {
    case activity, fragment, view, contextWrapper, service, viewModel, messageQueue, viewRoot,
      window
    case toast, watched

    var classes: [String] {
      switch self {
      case .activity: ["android.app.Activity"]
      case .fragment:
        [
          "androidx.fragment.app.Fragment", "android.support.v4.app.Fragment",
          "android.app.Fragment",
        ]
      case .view: ["android.view.View"]
      case .contextWrapper: ["android.content.ContextWrapper"]
      case .service: ["android.app.Service"]
      case .viewModel: ["androidx.lifecycle.ViewModel"]
      case .messageQueue: ["android.os.MessageQueue"]
      case .viewRoot: ["android.view.ViewRootImpl"]
      case .window: ["android.view.Window"]
      case .toast: ["android.widget.Toast"]
      case .watched: ["leakcanary.KeyedWeakReference"]
      }
    }
  }

  init(_ heap: consuming HPROFHeap) {
    self.heap = heap
    runningServices = Self.runningServices(in: self.heap)
  }

  /// All objects that should be gone, by row, each once.
  ///
  /// - Complexity: O(objects) where a class with a rule is in the dump, otherwise O(classes).
  func endings() -> [Ending] {
    let rules = rulesOfClasses()
    if rules.allSatisfy(\.isEmpty) { return [] }
    var endings: [Int: String] = [:]
    for row in 0..<heap.objects.count {
      guard let index = heap.instanceClass(of: row) else { continue }
      for rule in rules[index] {
        guard let ending = ending(of: row, by: rule) else { continue }
        if endings[ending.row] == nil { endings[ending.row] = ending.reason }
      }
    }
    return endings.sorted { $0.key < $1.key }.map { Ending(row: $0.key, reason: $0.value) }
  }

  /// The rules for instances of each class: those of its superclasses and its own.
  private func rulesOfClasses() -> [[Rule]] {
    var byName: [String: Rule] = [:]
    for rule in Rule.allCases { for name in rule.classes { byName[name] = rule } }
    if !heap.classes.all.contains(where: { byName[$0.name] != nil }) { return [] }
    return heap.classes.all.indices.map { start in
      var found: [Rule] = []
      var next = start
      while next >= 0 {
        if let rule = byName[heap.classes.all[next].name] { found.append(rule) }
        next = Int(heap.classes.all[next].superclass)
      }
      return found
    }
  }

  private func ending(of row: Int, by rule: Rule) -> Ending? {
    if rule == .watched { return watched(row) }
    let reason: String? =
      switch rule {
      case .activity:
        isTrue(row, "android.app.Activity", "mDestroyed") ? "Activity.mDestroyed is true" : nil
      case .fragment: fragment(row)
      case .view: view(row)
      case .contextWrapper: wrapper(row)
      case .service: service(row)
      case .viewModel: viewModel(row)
      case .messageQueue: messageQueue(row)
      case .viewRoot: viewRoot(row)
      case .window:
        isTrue(row, "android.view.Window", "mDestroyed") ? "Window.mDestroyed is true" : nil
      case .toast: toast(row)
      case .watched: nil
      }
    return reason.map { Ending(row: row, reason: $0) }
  }

  private func isTrue(_ row: Int, _ type: String, _ field: String) -> Bool {
    if case .number(let value) = heap.value(of: row, type, field) { return value != 0 }
    return false
  }

  private func isNull(_ row: Int, _ type: String, _ field: String) -> Bool {
    heap.value(of: row, type, field) == .null
  }
}

extension AndroidLifetimes {
  private func fragment(_ row: Int) -> String? {
    let type = Rule.fragment.classes.first { heap.isInstance(row, of: $0) }
    guard let type, isNull(row, type, "mFragmentManager") else { return nil }
    // Every callback sets mCalled, and nothing takes it back: a fragment without it was never attached.
    if heap.value(of: row, type, "mCalled") == .number(0) { return nil }
    return "Fragment.mFragmentManager is null"
  }

  /// A view of a destroyed activity, or one that left its window while it is still part of a tree of one.
  private func view(_ row: Int) -> String? {
    let type = "android.view.View"
    if let context = heap.object(of: row, type, "mContext"), isOfDestroyedActivity(context) {
      return "View.mContext references a destroyed activity"
    }
    let tree = trees.tree(of: row, in: heap)
    guard isInWindow(tree), wasAttached(row) else { return nil }
    if isNull(row, type, "mAttachInfo") {
      return "View.mAttachInfo is null: detached, yet still part of a window's views"
    }
    let isRootDetached = tree.root.map { isNull($0, type, "mAttachInfo") } ?? false
    return isRootDetached ? "the root of the view's tree is detached" : nil
  }

  private func isInWindow(_ tree: AndroidViewTrees.Tree) -> Bool {
    if tree.hasWindow { return true }
    guard let root = tree.root else { return false }
    return heap.instanceClass(of: root).map { heap.classes.all[$0].name }
      == "com.android.internal.policy.DecorView"
  }

  private func wasAttached(_ row: Int) -> Bool {
    guard
      case .number(let count) = heap.value(of: row, "android.view.View", "mWindowAttachCount")
    else { return false }
    return count > 0
  }

  /// Whether a context is an activity that was destroyed, or wraps one.
  private func isOfDestroyedActivity(_ context: Int) -> Bool {
    var next: Int? = context
    // Contexts wrap each other a few times; more is a circle.
    for _ in 0..<100 {
      guard let context = next else { return false }
      if heap.isInstance(context, of: "android.app.Activity") {
        return isTrue(context, "android.app.Activity", "mDestroyed")
      }
      next = heap.object(of: context, "android.content.ContextWrapper", "mBase")
    }
    return false
  }

  private func wrapper(_ row: Int) -> String? {
    let components = ["android.app.Activity", "android.app.Application", "android.app.Service"]
    guard !components.contains(where: { heap.isInstance(row, of: $0) }) else { return nil }
    return isOfDestroyedActivity(row) ? "the context wraps a destroyed activity" : nil
  }

  private func service(_ row: Int) -> String? {
    guard let runningServices, !runningServices.contains(row) else { return nil }
    return "the service is not held by ActivityThread"
  }

  /// The services that `ActivityThread.mServices`, an `ArrayMap`, holds; `nil` where there is none.
  private static func runningServices(in heap: borrowing HPROFHeap) -> Set<Int>? {
    let type = "android.app.ActivityThread"
    guard let index = heap.classes.all.firstIndex(where: { $0.name == type }),
      case .object(let id) = heap.staticValue(of: index, "sCurrentActivityThread"),
      let thread = heap.row(of: id), let map = heap.object(of: thread, type, "mServices"),
      let array = heap.object(of: map, "android.util.ArrayMap", "mArray")
    else { return nil }
    var running: Set<Int> = []
    for id in heap.elements(of: array) { if let row = heap.row(of: id) { running.insert(row) } }
    return running
  }

  /// `ViewModel.mCleared`, since lifecycle 2.8 `ViewModelImpl.isCleared`.
  private func viewModel(_ row: Int) -> String? {
    let type = "androidx.lifecycle.ViewModel"
    if isTrue(row, type, "mCleared") { return "ViewModel.mCleared is true" }
    let implementation = "androidx.lifecycle.viewmodel.internal.ViewModelImpl"
    guard let impl = heap.object(of: row, type, "impl"), isTrue(impl, implementation, "isCleared")
    else { return nil }
    return "ViewModelImpl.isCleared is true"
  }

  /// `mQuitting`, which was spelled `mQuiting` before Android 4.4.
  private func messageQueue(_ row: Int) -> String? {
    let field = ["mQuitting", "mQuiting"].first { isTrue(row, "android.os.MessageQueue", $0) }
    return field.map { "MessageQueue.\($0) is true" }
  }

  private func viewRoot(_ row: Int) -> String? {
    let type = "android.view.ViewRootImpl"
    if isNull(row, type, "mView") { return "ViewRootImpl.mView is null" }
    guard let context = heap.object(of: row, type, "mContext"), isOfDestroyedActivity(context)
    else { return nil }
    return "ViewRootImpl.mContext references a destroyed activity"
  }

  /// A toast's window manager is set when it is shown, its view cleared when it is hidden.
  private func toast(_ row: Int) -> String? {
    guard let shown = heap.object(of: row, "android.widget.Toast", "mTN"),
      case .object = heap.value(of: shown, "android.widget.Toast$TN", "mWM"),
      isNull(shown, "android.widget.Toast$TN", "mView")
    else { return nil }
    return "the toast is done showing"
  }

  /// What LeakCanary watched in the running program and found still there.
  private func watched(_ reference: Int) -> Ending? {
    let type = "leakcanary.KeyedWeakReference"
    // -1 means that the object may still go by itself; the field came with LeakCanary 2.
    if heap.value(of: reference, type, "retainedUptimeMillis") == .number(-1) { return nil }
    guard let row = heap.object(of: reference, HPROFVocabulary.reference, HPROFVocabulary.referent)
    else { return nil }
    let text = heap.object(of: reference, type, "description").flatMap { heap.string(at: $0) } ?? ""
    return Ending(
      row: row, reason: text.isEmpty ? "watched by LeakCanary" : "watched by LeakCanary: \(text)")
  }
}
