import LeakCheckGraph
import LeakCheckImport
import Testing

/// A small Android program: the platform's classes, and one object for each case.
@Suite struct AndroidLifetimesTests {
  private typealias Value = HPROFWriter.Value

  private struct Program {
    var writer = HPROFWriter(idSize: 4, version: "1.0.3")
    private var ids: [String: UInt64] = [:]
    private var next: UInt64 = 0x1_0000

    init() {
      writer.addJava()
      ids["java/lang/Object"] = HPROFWriter.object
    }

    func classID(_ name: String) -> UInt64 { ids[name] ?? 0 }

    mutating func id() -> UInt64 {
      next += 0x100
      return next
    }

    mutating func type(
      _ name: String, _ superclass: String = "java/lang/Object", _ fields: [(String, UInt8)] = [],
      statics: [(String, Value)] = []
    ) {
      ids[name] = writer.addClass(
        name, id: id(), superclass: ids[superclass] ?? 0, statics: statics, fields: fields)
    }

    mutating func make(_ type: String, _ values: [String: Value] = [:]) -> UInt64 {
      writer.addInstance(of: ids[type] ?? 0, id: id(), values)
    }

    mutating func array(_ type: String, _ elements: [UInt64]) -> UInt64 {
      writer.addArray(of: ids[type] ?? 0, id: id(), elements)
    }

    /// Why each object should be gone, or `nil`.
    func reasons(_ objects: [UInt64]) throws -> [String?] {
      let graph = try readHPROF(writer.file())
      return objects.map { id in
        let expectation = graph.object(withID: .number(Int64(id)))?.expectation
        return expectation.map { $0.fate == .gone ? $0.reason : "alive" }
      }
    }
  }

  private func withContexts() -> Program {
    var program = Program()
    program.type("android/content/Context")
    program.type("android/content/ContextWrapper", "android/content/Context", [("mBase", 2)])
    program.type("android/app/Activity", "android/content/ContextWrapper", [("mDestroyed", 4)])
    program.type("app/MainActivity", "android/app/Activity")
    program.type("android/app/Application", "android/content/ContextWrapper")
    return program
  }

  @Test func `a destroyed activity should be gone, another not`() throws {
    var program = withContexts()
    let destroyed = program.make("app/MainActivity", ["mDestroyed": .boolean(true)])
    let running = program.make("app/MainActivity")
    #expect(
      try program.reasons([destroyed, running]) == ["Activity.mDestroyed is true", nil])
  }

  @Test func `a context that wraps a destroyed activity should be gone`() throws {
    var program = withContexts()
    let activity = program.make("app/MainActivity", ["mDestroyed": .boolean(true)])
    let inner = program.make("android/content/ContextWrapper", ["mBase": .object(activity)])
    let outer = program.make("android/content/ContextWrapper", ["mBase": .object(inner)])
    let application = program.make("android/app/Application", ["mBase": .object(inner)])
    let reason = "the context wraps a destroyed activity"
    #expect(try program.reasons([inner, outer, application]) == [reason, reason, nil])
  }

  @Test func `contexts that wrap each other in a circle end the search`() throws {
    var program = withContexts()
    let first = program.id()
    let second = program.make("android/content/ContextWrapper", ["mBase": .object(first)])
    program.type("app/Wrapper", "android/content/ContextWrapper")
    let loop = program.make("app/Wrapper", ["mBase": .object(second)])
    program.writer.addInstance(
      of: program.classID("android/content/ContextWrapper"), id: first, ["mBase": .object(second)])
    #expect(try program.reasons([first, second, loop]) == [nil, nil, nil])
  }

  @Test(arguments: [
    "androidx/fragment/app/Fragment", "android/support/v4/app/Fragment", "android/app/Fragment",
  ])
  func `a fragment without its manager should be gone once it was used`(_ name: String) throws {
    var program = Program()
    program.type("app/Manager")
    program.type(name, "java/lang/Object", [("mFragmentManager", 2), ("mCalled", 4)])
    program.type("app/Page", name)
    let manager = program.make("app/Manager")
    let used = program.make("app/Page", ["mCalled": .boolean(true)])
    let fresh = program.make("app/Page")
    let shown = program.make(
      "app/Page", ["mCalled": .boolean(true), "mFragmentManager": .object(manager)])
    #expect(
      try program.reasons([used, fresh, shown]) == ["Fragment.mFragmentManager is null", nil, nil])
  }

  @Test func `a fragment of a dump without mCalled is judged by its manager alone`() throws {
    var program = Program()
    program.type("android/app/Fragment", "java/lang/Object", [("mFragmentManager", 2)])
    let fragment = program.make("android/app/Fragment")
    #expect(try program.reasons([fragment]) == ["Fragment.mFragmentManager is null"])
  }

  private func withViews() -> Program {
    var program = withContexts()
    program.type(
      "android/view/View", "java/lang/Object",
      [("mContext", 2), ("mParent", 2), ("mAttachInfo", 2), ("mWindowAttachCount", 10)])
    program.type("app/Button", "android/view/View")
    program.type("com/android/internal/policy/DecorView", "android/view/View")
    program.type("android/view/ViewRootImpl", "java/lang/Object", [("mView", 2), ("mContext", 2)])
    program.type("android/view/View$AttachInfo")
    return program
  }

  @Test func `a view of a destroyed activity should be gone`() throws {
    var program = withViews()
    let activity = program.make("app/MainActivity", ["mDestroyed": .boolean(true)])
    let wrapper = program.make("android/content/ContextWrapper", ["mBase": .object(activity)])
    let view = program.make("app/Button", ["mContext": .object(wrapper)])
    #expect(try program.reasons([view]) == ["View.mContext references a destroyed activity"])
  }

  /// The views of a dismissed dialog: once attached, now detached, still in the tree of its window.
  @Test func `a detached view of a window should be gone, a recycled one not`() throws {
    var program = withViews()
    let activity = program.make("app/MainActivity")
    let once: [String: Value] = ["mContext": .object(activity), "mWindowAttachCount": .int(1)]
    let decor = program.make("com/android/internal/policy/DecorView", once)
    let child = program.make("app/Button", once.merging(["mParent": .object(decor)]) { $1 })
    let recycled = program.make("app/Button", once)
    let never = program.make("app/Button", ["mParent": .object(decor)])
    let detached = "View.mAttachInfo is null: detached, yet still part of a window's views"
    #expect(try program.reasons([child, recycled, never]) == [detached, nil, nil])
  }

  @Test func `deep trees of views are walked once, and circles end`() throws {
    var program = withViews()
    let once: [String: Value] = ["mWindowAttachCount": .int(1)]
    var above = program.make("com/android/internal/policy/DecorView", once)
    for _ in 0..<3000 {
      above = program.make("app/Button", once.merging(["mParent": .object(above)]) { $1 })
    }
    let circle = program.id()
    program.writer.addInstance(
      of: program.classID("app/Button"), id: circle,
      once.merging(["mParent": .object(circle)]) { $1 })
    #expect(
      try program.reasons([above, circle]) == [
        "View.mAttachInfo is null: detached, yet still part of a window's views", nil,
      ])
  }

  @Test func `an attached view is judged by the root of its tree`() throws {
    var program = withViews()
    let info = program.make("android/view/View$AttachInfo")
    let once: [String: Value] = ["mWindowAttachCount": .int(1)]
    let gone = program.make("com/android/internal/policy/DecorView", once)
    let here = program.make(
      "com/android/internal/policy/DecorView", once.merging(["mAttachInfo": .object(info)]) { $1 })
    let attached = once.merging(["mAttachInfo": .object(info)]) { $1 }
    let first = program.make("app/Button", attached.merging(["mParent": .object(gone)]) { $1 })
    let second = program.make("app/Button", attached.merging(["mParent": .object(here)]) { $1 })
    #expect(
      try program.reasons([first, second]) == ["the root of the view's tree is detached", nil])
  }

  @Test func `a view root without its view, or of a destroyed activity, should be gone`() throws {
    var program = withViews()
    let view = program.make("app/Button")
    let activity = program.make("app/MainActivity", ["mDestroyed": .boolean(true)])
    let empty = program.make("android/view/ViewRootImpl")
    let old = program.make(
      "android/view/ViewRootImpl", ["mView": .object(view), "mContext": .object(activity)])
    let shown = program.make("android/view/ViewRootImpl", ["mView": .object(view)])
    #expect(
      try program.reasons([empty, old, shown]) == [
        "ViewRootImpl.mView is null", "ViewRootImpl.mContext references a destroyed activity", nil,
      ])
  }

  @Test func `a service that no ActivityThread holds should be gone`() throws {
    var program = withContexts()
    program.type("android/app/Service", "android/content/ContextWrapper")
    program.type("android/util/ArrayMap", "java/lang/Object", [("mArray", 2)])
    program.type("[Ljava/lang/Object;")
    let running = program.make("android/app/Service")
    let stopped = program.make("android/app/Service")
    #expect(try program.reasons([running, stopped]) == [nil, nil])

    let array = program.array("[Ljava/lang/Object;", [0, running])
    let map = program.make("android/util/ArrayMap", ["mArray": .object(array)])
    // The static field comes before its object: ids are given out in steps of 0x100.
    let thread = program.id() + 0x200
    program.type(
      "android/app/ActivityThread", "java/lang/Object", [("mServices", 2)],
      statics: [("sCurrentActivityThread", .object(thread))])
    #expect(program.make("android/app/ActivityThread", ["mServices": .object(map)]) == thread)
    #expect(
      try program.reasons([running, stopped]) == [
        nil, "the service is not held by ActivityThread",
      ])
  }

  @Test func `a cleared view model should be gone`() throws {
    var program = Program()
    let implementation = "androidx/lifecycle/viewmodel/internal/ViewModelImpl"
    program.type(implementation, "java/lang/Object", [("isCleared", 4)])
    program.type(
      "androidx/lifecycle/ViewModel", "java/lang/Object", [("mCleared", 4), ("impl", 2)])
    program.type("app/Model", "androidx/lifecycle/ViewModel")
    let cleared = program.make(implementation, ["isCleared": .boolean(true)])
    let old = program.make("app/Model", ["mCleared": .boolean(true)])
    let new = program.make("app/Model", ["impl": .object(cleared)])
    let used = program.make("app/Model")
    #expect(
      try program.reasons([old, new, used]) == [
        "ViewModel.mCleared is true", "ViewModelImpl.isCleared is true", nil,
      ])
  }

  @Test func `a quitting queue, a destroyed window and a hidden toast should be gone`() throws {
    var program = Program()
    program.type("android/os/MessageQueue", "java/lang/Object", [("mQuiting", 4)])
    program.type("android/view/Window", "java/lang/Object", [("mDestroyed", 4)])
    program.type("android/widget/Toast$TN", "java/lang/Object", [("mWM", 2), ("mView", 2)])
    program.type("android/widget/Toast", "java/lang/Object", [("mTN", 2)])
    let queue = program.make("android/os/MessageQueue", ["mQuiting": .boolean(true)])
    let window = program.make("android/view/Window", ["mDestroyed": .boolean(true)])
    let hidden = program.make("android/widget/Toast$TN", ["mWM": .object(window)])
    let fresh = program.make("android/widget/Toast$TN")
    let toast = program.make("android/widget/Toast", ["mTN": .object(hidden)])
    let unshown = program.make("android/widget/Toast", ["mTN": .object(fresh)])
    #expect(
      try program.reasons([queue, window, toast, unshown]) == [
        "MessageQueue.mQuiting is true", "Window.mDestroyed is true", "the toast is done showing",
        nil,
      ])
  }

  @Test func `what LeakCanary retained should be gone, what it only watches not`() throws {
    var program = Program()
    program.type("java/lang/ref/Reference", "java/lang/Object", [("referent", 2)])
    program.type("java/lang/ref/WeakReference", "java/lang/ref/Reference")
    program.type(
      "leakcanary/KeyedWeakReference", "java/lang/ref/WeakReference",
      [("description", 2), ("retainedUptimeMillis", 11)])
    program.type("app/Presenter")
    let kept = program.make("app/Presenter")
    let fresh = program.make("app/Presenter")
    let text = program.writer.addString("Presenter left its screen", id: program.id())
    for (object, time) in [(kept, Int64(7000)), (fresh, -1)] {
      _ = program.make(
        "leakcanary/KeyedWeakReference",
        [
          "referent": .object(object), "retainedUptimeMillis": .long(time),
          "description": .object(text),
        ])
    }
    #expect(
      try program.reasons([kept, fresh])
        == ["watched by LeakCanary: Presenter left its screen", nil])
  }
}
