import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckLocks
import Testing

extension RealARC {
  /// Delegates, back references and what was freed behind an unowned one.
  @Suite struct Ownership {}
}

private final class Screen {
  let strongList = StrongList()
  let weakList = WeakList()

  func becomeDelegate(of strength: Strength) {
    if strength == .strong { strongList.delegate = self } else { weakList.delegate = self }
  }
}

private final class StrongList {
  var delegate: Screen?
}

private final class WeakList {
  weak var delegate: Screen?
}

private final class Parent {
  var child: Child?
}

/// A child that refers to its parent in one of three ways.
private final class Child {
  var parent: Parent?
  weak var weakParent: Parent?
  unowned var unownedParent: Parent

  init(of parent: Parent, _ strength: Strength) {
    unownedParent = parent
    switch strength {
    case .strong: self.parent = parent
    case .weak: weakParent = parent
    case .unowned, .unmanaged: break
    }
  }
}

private final class Box<Value> {
  var value: Value?
}

private struct WeakReference {
  weak var object: Screen?
}

extension RealARC.Ownership {
  @Test(arguments: [(Strength.strong, Fate(["drop": ["screen"]])), (.weak, Fate(["drop": []]))])
  func `a delegate is held as its property is declared`(
    _ strength: Strength, _ fate: Fate
  ) throws {
    let real = Watch()
    let screen = real.local("screen") { Screen() }
    try screen.use { $0.becomeDelegate(of: strength) }
    screen.drop()
    real.note("drop")

    let same = try simulated("screen") { scenario in
      scenario.type("Screen")
      scenario.type("List", properties: ["delegate": strength])
    } _: { steps in
      steps.new("Screen", as: "screen")
      steps.new("List", as: "list")
      steps.set("screen.list", to: "list")
      steps.set("list.delegate", to: "screen")
      steps.drop("list")
      steps.drop("screen")
      steps.snapshot("drop")
    }
    #expect(real.fate == same)
    #expect(real.fate == fate)
  }

  @Test(arguments: [
    (
      Strength.strong,
      Fate(["drop child": ["parent", "child"], "drop parent": ["parent", "child"]])
    ),
    (.weak, Fate(["drop child": ["parent", "child"], "drop parent": []])),
    (.unowned, Fate(["drop child": ["parent", "child"], "drop parent": []])),
  ])
  func `a strong reference back to the parent keeps both`(
    _ strength: Strength, _ fate: Fate
  ) throws {
    let real = Watch()
    let parent = real.local("parent") { Parent() }
    let child = try parent.use { parent in
      real.local("child") {
        let child = Child(of: parent, strength)
        parent.child = child
        return child
      }
    }
    child.drop()
    real.note("drop child")
    parent.drop()
    real.note("drop parent")

    let same = try simulated("parent", "child") { scenario in
      scenario.type("Parent")
      scenario.type("Child", properties: ["parent": strength])
    } _: { steps in
      steps.new("Parent", as: "parent")
      steps.new("Child", as: "child", set: ["parent": "parent"])
      steps.set("parent.child", to: "child")
      steps.drop("child")
      steps.snapshot("drop child")
      steps.drop("parent")
      steps.snapshot("drop parent")
    }
    #expect(real.fate == same)
    #expect(real.fate == fate)
  }

  /// The order in which a parent and its children go: the parent first.
  @Test func `a freed parent lets its child go behind itself`() throws {
    let order = Box<[String]>()
    order.value = []
    final class Noting {
      let name: String
      var child: Noting?
      let order: Box<[String]>
      init(_ name: String, _ order: Box<[String]>) {
        self.name = name
        self.order = order
      }
      deinit { order.value?.append(name) }
    }
    let real = Watch()
    let parent = real.local("parent") { Noting("parent", order) }
    try parent.use { $0.child = Noting("child", order) }
    parent.drop()

    var scenario = Scenario()
    scenario.type("Noting", traces: true)
    scenario.steps { steps in
      steps.new("Noting", as: "parent")
      steps.new("Noting", as: "child")
      steps.set("parent.child", to: "child")
      steps.drop("child")
      steps.drop("parent")
    }
    let outcome = try scenario.run()
    #expect(order.value == outcome.log.filter { $0.matches("deinit") }.map(\.id))
    #expect(order.value == ["parent", "child"])
  }

  @Test(arguments: [
    (false, Fate(["drop": ["screen"], "empty": []])), (true, Fate(["drop": [], "empty": []])),
  ])
  func `a weak box in a list holds nothing`(_ isBoxed: Bool, _ fate: Fate) throws {
    let real = Watch()
    let strong = Box<[Screen]>()
    let weak = Box<[WeakReference]>()
    let screen = real.local("screen") { Screen() }
    try screen.use { screen in
      if isBoxed { weak.value = [WeakReference(object: screen)] } else { strong.value = [screen] }
    }
    screen.drop()
    real.note("drop")
    #expect(weak.value?.first?.object == nil)
    strong.value = []
    real.note("empty")

    let same = try simulated("screen") { scenario in
      scenario.type("Screen")
      scenario.type("List")
    } _: { steps in
      steps.new("List", as: "list")
      steps.new("Screen", as: "screen")
      steps.append(isBoxed ? .weakBox("screen") : "screen", to: "list.items")
      steps.drop("screen")
      steps.snapshot("drop")
      steps.clear("list.items")
      steps.snapshot("empty")
    }
    #expect(real.fate == same)
    #expect(real.fate == fate)
  }
}

// MARK: - Unowned

private final class Reader {
  unowned let screen: Screen
  init(_ screen: Screen) { self.screen = screen }
  @inline(never) func read() -> Bool { screen.strongList.delegate == nil }
}

@inline(never) private func readerOfNothing() -> Reader { Reader(Screen()) }

extension RealARC.Ownership {
  @Test func `an unowned reference does not hold, and a read behind the end is a crash`()
    async throws
  {
    let crashed = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      print(readerOfNothing().read())
    }
    let words = String(decoding: try #require(crashed).standardErrorContent, as: UTF8.self)
    #expect(words.contains("unowned reference"))

    let real = Watch()
    let screen = real.local("screen") { Screen() }
    let reader = try screen.use { Reader($0) }
    #expect(reader.read())
    screen.drop()
    real.note("drop")

    var scenario = Scenario()
    scenario.type("Screen", traces: true) { $0.callback("refresh") { _ in } }
    scenario.type("Reader", properties: ["screen": .unowned]) {
      $0.callback("read") { $0.call("self.screen.refresh") }
    }
    scenario.steps { steps in
      steps.new("Screen", as: "screen")
      steps.new("Reader", as: "reader", set: ["screen": "screen"])
      steps.call("reader.read")
      steps.drop("screen")
      steps.expectGone("screen")
    }
    let fine = try scenario.run()
    #expect(fine.failedChecks.isEmpty)
    #expect(real.fate == Fate(["drop": []]))

    scenario.steps { $0.call("reader.read") }
    let crash = try scenario.run()
    #expect(crash.traps.map(\.name) == ["screen"])
    #expect(crash.traps.count == crash.failedChecks.count)
  }
}

// MARK: - Singletons

private final class Listener: Sendable {}

private final class WeakListener: Sendable {
  weak let listener: Listener?
  init(_ listener: Listener) { self.listener = listener }
}

private final class Hub: Sendable {
  static let shared = Hub()
  private let listeners = Mutex<[Listener]>([])
  private let weakListeners = Mutex<[WeakListener]>([])

  func add(_ listener: Listener) { listeners.withLock { $0.append(listener) } }
  func remove(_ listener: Listener) { listeners.withLock { $0.removeAll { $0 === listener } } }
  func addWeakly(_ listener: Listener) {
    weakListeners.withLock { $0.append(WeakListener(listener)) }
  }
}

extension RealARC.Ownership {
  enum Listening: CaseIterable { case strong, removed, weak }

  @Test(arguments: Listening.allCases)
  func `a singleton holds its listeners until they are removed`(_ kind: Listening) throws {
    let real = Watch()
    let listener = real.local("listener") { Listener() }
    try listener.use { listener in
      if kind == .weak { Hub.shared.addWeakly(listener) } else { Hub.shared.add(listener) }
      if kind == .removed { Hub.shared.remove(listener) }
    }
    listener.drop()
    real.note("drop")

    let same = try simulated("listener") { scenario in
      scenario.type("Listener")
    } _: { steps in
      steps.new("Listener", as: "listener")
      steps.append(
        kind == .weak ? .weakBox("listener") : "listener", to: "global.Hub.listeners")
      if kind == .removed { steps.remove("listener", from: "global.Hub.listeners") }
      steps.drop("listener")
      steps.snapshot("drop")
    }
    #expect(real.fate == same)
    #expect(real.fate == Fate(["drop": kind == .strong ? ["listener"] : []]))
  }
}
