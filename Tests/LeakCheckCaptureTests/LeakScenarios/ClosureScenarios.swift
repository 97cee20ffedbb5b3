// Closures that a screen stores and that capture the screen.

enum StoredClosure {
  final class ProfileVC {
    var onUpdate: (() -> Void)?
    var title = "Profile"
    func viewDidLoad() { onUpdate = { self.title = "Updated" } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ProfileVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.onUpdate = nil }
  }
}

enum WeakClosure {
  final class ProfileVC {
    var onUpdate: (() -> Void)?
    var title = "Profile"
    func viewDidLoad() { onUpdate = { [weak self] in self?.title = "Updated" } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ProfileVC()
    screen.viewDidLoad()
    return LeakProbe(screen)
  }
}

enum UnownedClosure {
  final class ProfileVC {
    var onUpdate: (() -> Void)?
    var title = "Profile"
    func viewDidLoad() { onUpdate = { [unowned self] in title = "Updated" } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ProfileVC()
    screen.viewDidLoad()
    return LeakProbe(screen)
  }
}

/// `[weak self]` outside, but the inner closure captures the `self` that `guard let` made strong.
enum WeakOutsideStrongInside {
  final class FeedVC {
    var onLoad: (() -> Void)?
    var onRetry: (() -> Void)?
    var rows = 0
    func viewDidLoad() {
      onLoad = { [weak self] in
        guard let self else { return }
        onRetry = { self.rows += 1 }
      }
      onLoad?()
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = FeedVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.onRetry = nil }
  }
}

/// The inner closure is `[weak self]`, but so the outer one captures `self`, strongly.
enum StrongOutsideWeakInside {
  final class FeedVC {
    var onLoad: (() -> Void)?
    var rows = 0
    func viewDidLoad() {
      onLoad = {
        let retry = { [weak self] in self?.rows += 1 }
        retry()
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = FeedVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.onLoad = nil }
  }
}

enum LazyClosure {
  final class DetailVC {
    var name = "Detail"
    lazy var describe: () -> String = { "screen " + self.name }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = DetailVC()
    Sink.take(screen.describe())
    return LeakProbe(screen) { $0.describe = { "" } }
  }
}

enum UntouchedLazyClosure {
  final class DetailVC {
    var name = "Detail"
    lazy var describe: () -> String = { "screen " + self.name }
  }
  @inline(never) static func make() -> LeakProbe { LeakProbe(DetailVC()) }
}

enum BoundMethodReference {
  final class SearchVC {
    var onSubmit: ((String) -> Void)?
    var query = ""
    func viewDidLoad() { onSubmit = search }
    func search(_ text: String) { query = text }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = SearchVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.onSubmit = nil }
  }
}

/// Before `self`, the closure captures a value whose size only its library knows; in generic code as well.
enum CapturedInstant {
  final class SplashVC<Item> {
    var onShown: (() -> Void)?
    var shown: Duration?
    var item: Item?
    func viewDidLoad(_ item: Item) {
      let start = ContinuousClock.now
      onShown = {
        let shown = start.duration(to: .now)
        self.shown = shown
        self.item = item
      }
    }
  }
  final class IntroVC {
    var onShown: (() -> Void)?
    var shown: Duration?
    func viewDidLoad() {
      let start = ContinuousClock.now
      onShown = {
        let shown = start.duration(to: .now)
        self.shown = shown
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = IntroVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.onShown = nil }
  }
  @inline(never) static func makeGeneric() -> LeakProbe {
    let screen = SplashVC<String>()
    screen.viewDidLoad("splash")
    return LeakProbe(screen) { $0.onShown = nil }
  }
}

/// The closure captures a variable, the variable holds the screen.
enum CapturedVariable {
  final class EditorVC {
    var onSave: (() -> Void)?
    var isDirty = true
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = EditorVC()
    var current: EditorVC? = screen
    screen.onSave = {
      current?.isDirty.toggle()
      if current?.isDirty == true { current = nil }
    }
    return LeakProbe(screen) { $0.onSave = nil }
  }
}

/// As above, but the closure ends by emptying its variable, and it is called.
enum EmptiedVariable {
  final class EditorVC {
    var onSave: (() -> Void)?
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = EditorVC()
    var current: EditorVC? = screen
    screen.onSave = { current = nil }
    screen.onSave?()
    Sink.take(current)
    return LeakProbe(screen)
  }
}

@propertyWrapper struct Event {
  var wrappedValue: () -> Void = {}
}

enum PropertyWrapper {
  final class ButtonVC {
    @Event var onTap
    var taps = 0
    func viewDidLoad() { onTap = { self.taps += 1 } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ButtonVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.onTap = {} }
  }
}

enum ResultCompletion {
  final class UploadVC {
    var completion: ((Result<Int, any Error>) -> Void)?
    var bytes = 0
    func upload() { completion = { self.bytes += (try? $0.get()) ?? 0 } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = UploadVC()
    screen.upload()
    return LeakProbe(screen) { $0.completion = nil }
  }
}

extension LeakScenario {
  static let closures = [
    LeakScenario(
      "a stored closure captures self", .leaked,
      path: ["ProfileVC.onUpdate", "closure #1", "ProfileVC.viewDidLoad()"],
      make: { StoredClosure.make() }),
    LeakScenario("a stored closure captures self weakly", .freed, make: { WeakClosure.make() }),
    LeakScenario(
      "a stored closure captures self unowned", .freed, make: { UnownedClosure.make() }),
    LeakScenario(
      "weak outside, strong inside after guard let self", .leaked,
      path: ["FeedVC.onRetry", "closure #1", "closure #1", "FeedVC.viewDidLoad()"],
      make: { WeakOutsideStrongInside.make() }),
    LeakScenario(
      "strong outside, weak inside", .leaked,
      path: ["FeedVC.onLoad", "closure #1", "FeedVC.viewDidLoad()"],
      make: { StrongOutsideWeakInside.make() }),
    LeakScenario(
      "a lazy closure captures self", .leaked, path: ["DetailVC", "describe", "closure #1"],
      make: { LazyClosure.make() }),
    LeakScenario(
      "a lazy closure never asked for", .freed, make: { UntouchedLazyClosure.make() }),
    LeakScenario(
      "a bound method is stored", .leaked,
      path: ["SearchVC.onSubmit", "SearchVC"], make: { BoundMethodReference.make() }),
    LeakScenario(
      "a closure captures an instant before self", .leaked,
      path: ["IntroVC.onShown", "closure #1", "IntroVC.viewDidLoad()"],
      make: { CapturedInstant.make() }),
    LeakScenario(
      "a generic closure captures an instant before self", .leaked,
      path: ["SplashVC<String>.onShown", "closure #1", "SplashVC.viewDidLoad(_:)}.self"],
      make: { CapturedInstant.makeGeneric() }),
    LeakScenario(
      "a closure captures a variable that holds self", .leaked,
      path: ["EditorVC.onSave", "closure #1", "EditorVC"], make: { CapturedVariable.make() }),
    LeakScenario(
      "a closure empties the variable it captured", .freed, make: { EmptiedVariable.make() }),
    LeakScenario(
      "a property wrapper stores the closure", .leaked,
      path: ["ButtonVC", "onTap", "closure #1", "ButtonVC.viewDidLoad()"],
      make: { PropertyWrapper.make() }),
    LeakScenario(
      "a completion of a Result is stored", .leaked,
      path: ["UploadVC.completion", "closure #1", "UploadVC.upload()"],
      make: { ResultCompletion.make() }),
  ]
}
