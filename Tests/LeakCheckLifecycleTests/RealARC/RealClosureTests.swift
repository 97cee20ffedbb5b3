import LeakCheckGraph
import LeakCheckLifecycle
import Testing

extension RealARC {
  /// Closures that an object holds, and what they hold.
  @Suite struct Closures {}
}

private final class Screen {
  var onUpdate: (() -> Void)?
  var inner: (() -> Void)?
  var scaled: LazyMapSequence<[Int], Int>?
  private(set) var updates = 0
  private let factor = 2
  lazy var describe: () -> Int = { self.updates }
  lazy var describeWeakly: () -> Int = { [weak self] in self?.updates ?? 0 }
  lazy var text: String = { "updated \(self.updates) times" }()

  func refresh() { updates += 1 }
  func scale(_ value: Int) -> Int { value * factor }

  func store(_ strength: Strength) {
    switch strength {
    case .strong: onUpdate = { self.refresh() }
    case .weak: onUpdate = { [weak self] in self?.refresh() }
    case .unowned, .unmanaged: onUpdate = { [unowned self] in self.refresh() }
    }
  }

  func nest(outer: Strength) {
    if outer == .strong {
      onUpdate = { pass { [weak self] in self?.refresh() } }
    } else {
      onUpdate = { [weak self] in pass { [weak self] in self?.refresh() } }
    }
  }

  func bind(wrapped: Bool) {
    if wrapped {
      onUpdate = { [weak self] in self?.refresh() }
    } else {
      onUpdate = refresh
    }
  }

  func sum(_ values: [Int]) -> Int {
    values.forEach { _ in refresh() }
    return values.map { scale($0) }.reduce(0, +)
  }

  func keepScaled(_ values: [Int]) { scaled = values.lazy.map { self.scale($0) } }
}

/// A function that its callers must take to keep what it is given.
@inline(never) private func pass(_ closure: @escaping () -> Void) { closure() }

/// What the callback of a screen owns.
private final class Owner {
  var screen: AnyObject?
}

extension RealARC.Closures {
  @Test(arguments: [
    (Strength.strong, Fate(["call": ["screen"], "drop": ["screen"]])),
    (.weak, Fate(["call": ["screen"], "drop": []])),
    (.unowned, Fate(["call": ["screen"], "drop": []])),
  ])
  func `a stored closure holds self as its capture list says`(
    _ strength: Strength, _ fate: Fate
  ) throws {
    let real = Watch()
    let screen = real.local("screen") { Screen() }
    try screen.use {
      $0.store(strength)
      $0.onUpdate?()
      #expect($0.updates == 1)
    }
    real.note("call")
    screen.drop()
    real.note("drop")

    let same = try simulated("screen") { scenario in
      scenario.type("Screen") { type in
        type.callback("refresh") { _ in }
        type.callback("store") {
          $0.set(
            "self.onUpdate",
            to: .closure(captures: ["self": strength]) { $0.call("self.refresh") })
        }
      }
    } _: { steps in
      steps.new("Screen", as: "screen")
      steps.call("screen.store")
      steps.call("screen.onUpdate")
      steps.snapshot("call")
      steps.drop("screen")
      steps.snapshot("drop")
    }
    #expect(real.fate == same)
    #expect(real.fate == fate)
  }

  @Test(arguments: [(Strength.strong, Fate(["drop": ["screen"]])), (.weak, Fate(["drop": []]))])
  func `a weak inner closure makes the outer one strong that does not list self`(
    _ outer: Strength, _ fate: Fate
  ) throws {
    let real = Watch()
    let screen = real.local("screen") { Screen() }
    try screen.use { $0.nest(outer: outer) }
    screen.drop()
    real.note("drop")

    let same = try simulated("screen") { scenario in
      scenario.type("Screen") { type in
        type.callback("refresh") { _ in }
        type.callback("nest") {
          $0.set(
            "self.onUpdate",
            to: .closure(captures: outer == .weak ? ["self": .weak] : [:]) {
              $0.async(.closure(captures: ["self": .weak]) { $0.call("self.refresh") })
            })
        }
      }
    } _: { steps in
      steps.new("Screen", as: "screen")
      steps.call("screen.nest")
      steps.drop("screen")
      steps.snapshot("drop")
    }
    #expect(real.fate == same)
    #expect(real.fate == fate)
  }

  /// The owner lets the screen go while the screen's callback runs.
  @Test(arguments: [
    (false, Fate(["inside": [], "behind": []])),
    (true, Fate(["inside": ["screen"], "behind": []])),
  ])
  func `guard let self keeps the object to the end of the call`(
    _ isGuarded: Bool, _ fate: Fate
  ) throws {
    let real = Watch()
    let owner = Owner()
    let screen = real.local("screen") { Screen() }
    var callback: () -> Void = {}
    try screen.use { screen in
      owner.screen = screen
      if isGuarded {
        callback = { [weak screen] in
          guard let screen else { return }
          owner.screen = nil
          real.note("inside")
          screen.refresh()
        }
      } else {
        callback = { [weak screen] in
          owner.screen = nil
          real.note("inside")
          screen?.refresh()
        }
      }
    }
    screen.drop()
    callback()
    real.note("behind")

    let same = try simulated("screen") { scenario in
      scenario.type("Screen") { $0.callback("refresh") { _ in } }
      scenario.type("Owner")
    } _: { steps in
      steps.new("Owner", as: "owner")
      steps.new("Screen", as: "screen")
      steps.set("owner.screen", to: "screen")
      steps.set(
        "global.callback",
        to: .closure(captures: ["screen": .weak]) {
          if isGuarded { $0.guardName("screen") }
          $0.clear("owner.screen")
          $0.snapshot("inside")
          $0.call("screen.refresh")
        })
      steps.drop("screen")
      steps.call("global.callback")
      steps.snapshot("behind")
    }
    #expect(real.fate == same)
    #expect(real.fate == fate)
  }

  @Test(arguments: [
    (false, Fate(["drop": ["screen"], "clear": []])), (true, Fate(["drop": [], "clear": []])),
  ])
  func `a bound method in a property holds its object`(_ isWrapped: Bool, _ fate: Fate) throws {
    let real = Watch()
    let screen = real.local("screen") { Screen() }
    var clear: () -> Void = {}
    try screen.use { screen in
      screen.bind(wrapped: isWrapped)
      screen.onUpdate?()
      clear = { [weak screen] in screen?.onUpdate = nil }
    }
    screen.drop()
    real.note("drop")
    clear()
    real.note("clear")

    let same = try simulated("screen") { scenario in
      scenario.type("Screen") { type in
        type.callback("refresh") { _ in }
        type.callback("bind") {
          $0.set(
            "self.onUpdate",
            to: isWrapped
              ? .closure(captures: ["self": .weak]) { $0.call("self.refresh") }
              : .method("self.refresh"))
        }
      }
    } _: { steps in
      steps.new("Screen", as: "screen")
      steps.call("screen.bind")
      steps.call("screen.onUpdate")
      steps.set(
        "global.clear", to: .closure(captures: ["screen": .weak]) { $0.clear("screen.onUpdate") })
      steps.drop("screen")
      steps.snapshot("drop")
      steps.call("global.clear")
      steps.snapshot("clear")
    }
    #expect(real.fate == same)
    #expect(real.fate == fate)
  }

  enum Lazy: CaseIterable { case untouched, strong, weak, applied }

  @Test(arguments: Lazy.allCases)
  func `a lazy closure holds self from its first use, an applied one does not`(
    _ kind: Lazy
  ) throws {
    let real = Watch()
    let screen = real.local("screen") { Screen() }
    try screen.use { screen in
      switch kind {
      case .untouched: break
      case .strong: #expect(screen.describe() == 0)
      case .weak: #expect(screen.describeWeakly() == 0)
      case .applied: #expect(screen.text == "updated 0 times")
      }
    }
    screen.drop()
    real.note("drop")

    let same = try simulated("screen") { scenario in
      scenario.type("Screen") { type in
        type.callback("refresh") { _ in }
        type.callback("describe") {
          $0.set("self.described", to: .closure { $0.call("self.refresh") })
          $0.call("self.described")
        }
        type.callback("describeWeakly") {
          $0.set(
            "self.described",
            to: .closure(captures: ["self": .weak]) { $0.call("self.refresh") })
          $0.call("self.described")
        }
        type.callback("text") {
          $0.set("closure", to: .closure { $0.call("self.refresh") })
          $0.call("closure")
        }
      }
    } _: { steps in
      steps.new("Screen", as: "screen")
      switch kind {
      case .untouched: break
      case .strong: steps.call("screen.describe")
      case .weak: steps.call("screen.describeWeakly")
      case .applied: steps.call("screen.text")
      }
      steps.drop("screen")
      steps.snapshot("drop")
    }
    #expect(real.fate == same)
    #expect(real.fate == Fate(["drop": kind == .strong ? ["screen"] : []]))
  }

  /// `map` and `forEach` let their closure go when they return; a lazy `map` that is stored keeps
  /// it.
  @Test(arguments: [(false, Fate(["drop": []])), (true, Fate(["drop": ["screen"]]))])
  func `a closure that does not escape holds nothing`(_ isKept: Bool, _ fate: Fate) throws {
    let real = Watch()
    let screen = real.local("screen") { Screen() }
    try screen.use { screen in
      #expect(screen.sum([1, 2, 3]) == 12)
      if isKept {
        screen.keepScaled([1, 2])
        #expect(screen.scaled.map(Array.init) == [2, 4])
      }
    }
    screen.drop()
    real.note("drop")

    let same = try simulated("screen") { scenario in
      scenario.type("Screen") { type in
        type.callback("refresh") { _ in }
        type.callback("sum") {
          $0.set("transform", to: .closure { $0.call("self.refresh") })
          $0.call("transform")
          $0.call("transform")
        }
        type.callback("keepScaled") {
          $0.set("self.scaled", to: .closure { $0.call("self.refresh") })
        }
      }
    } _: { steps in
      steps.new("Screen", as: "screen")
      steps.call("screen.sum")
      if isKept { steps.call("screen.keepScaled") }
      steps.drop("screen")
      steps.snapshot("drop")
    }
    #expect(real.fate == same)
    #expect(real.fate == fate)
  }
}
