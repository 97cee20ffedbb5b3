import Foundation
import LeakCheckLocks

// What lives as long as the process and never lets go: abandoned, not leaked.

enum SingletonHandlers {
  /// Used on the test's thread only.
  final class Scheduler: @unchecked Sendable {
    static let shared = Scheduler()
    var jobs: [String: () -> Void] = [:]
  }
  final class PollVC {
    var polls = 0
    func viewDidLoad() { Scheduler.shared.jobs["poll"] = { self.polls += 1 } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = PollVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { _ in Scheduler.shared.jobs = [:] }
  }
}

enum SingletonHandlersWeak {
  @inline(never) static func make() -> LeakProbe {
    let screen = SingletonHandlers.PollVC()
    SingletonHandlers.Scheduler.shared.jobs["weak"] = { [weak screen] in screen?.polls += 1 }
    return LeakProbe(screen)
  }
}

enum StaticCache {
  /// Used on the test's thread only.
  final class ImageCache: @unchecked Sendable {
    static let standard = ImageCache()
    var images: [String: AnyObject] = [:]
  }
  final class Image {
    let bytes = [UInt8](repeating: 7, count: 400)
  }
  @inline(never) static func make() -> LeakProbe {
    let image = Image()
    ImageCache.standard.images["avatar"] = image
    return LeakProbe(image) { _ in ImageCache.standard.images = [:] }
  }
}

/// The list of observers is strong; nobody removes the screen.
enum StaticObservers {
  protocol LocationObserver: AnyObject {
    func moved()
  }
  /// Used on the test's thread only.
  final class LocationService: @unchecked Sendable {
    static let shared = LocationService()
    var observers: [any LocationObserver] = []
  }
  final class MapVC: LocationObserver {
    func viewDidLoad() { LocationService.shared.observers.append(self) }
    func moved() {}
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = MapVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { _ in LocationService.shared.observers = [] }
  }
}

/// Global state behind a lock of the standard library.
enum GlobalMutex {
  final class Session: Sendable {
    static let current = Mutex<Session?>(nil)
    let token = "a token of some length"
  }
  @inline(never) static func make() -> LeakProbe {
    let session = Session()
    Session.current.withLock { $0 = session }
    return LeakProbe(session) { _ in Session.current.withLock { $0 = nil } }
  }
}

/// A cycle of which a global holds one member: kept, so no leak yet.
enum GlobalHoldsCycle {
  /// Used on the test's thread only.
  final class Router: @unchecked Sendable {
    static let main = Router()
    var top: StoredClosure.ProfileVC?
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = StoredClosure.ProfileVC()
    screen.viewDidLoad()
    Router.main.top = screen
    return LeakProbe(screen) {
      $0.onUpdate = nil
      Router.main.top = nil
    }
  }
}

/// The global forgot its screen again; a cycle remains.
enum GlobalForgotCycle {
  @inline(never) static func make() -> LeakProbe {
    let screen = StoredClosure.ProfileVC()
    screen.viewDidLoad()
    GlobalHoldsCycle.Router.main.top = screen
    GlobalHoldsCycle.Router.main.top = nil
    return LeakProbe(screen) { $0.onUpdate = nil }
  }
}

/// A value in the dictionary that each thread of Foundation has.
enum ThreadDictionary {
  final class Formatter {
    let locale = "en_GB and some more text"
  }
  @inline(never) static func make() async -> LeakProbe {
    await MainActor.run {
      let formatter = Formatter()
      Thread.current.threadDictionary["leakcheck.formatter"] = formatter
      return LeakProbe(formatter) { _ in
        await MainActor.run { Thread.current.threadDictionary["leakcheck.formatter"] = nil }
      }
    }
  }
}

extension LeakScenario {
  static let singletons = [
    LeakScenario(
      "a singleton's handlers capture the screen", .held,
      path: ["Scheduler.shared", "Scheduler.jobs", "poll", "closure #1", "PollVC.viewDidLoad()"],
      make: { SingletonHandlers.make() }),
    LeakScenario(
      "a singleton's handlers capture it weakly", .freed, make: { SingletonHandlersWeak.make() }),
    LeakScenario(
      "a static cache", .held,
      path: ["ImageCache.standard", "ImageCache.images", "avatar", "Image"],
      make: { StaticCache.make() }),
    LeakScenario(
      "a static list of observers", .held,
      path: ["LocationService.shared", "LocationService.observers", "MapVC"],
      make: { StaticObservers.make() }),
    LeakScenario(
      "a global behind a mutex", .held, path: ["Session.current", "Session"],
      make: { GlobalMutex.make() }),
    LeakScenario(
      "a global holds an object of a cycle", .held,
      path: ["Router.main", "ProfileVC"], make: { GlobalHoldsCycle.make() }),
    LeakScenario(
      "a global let go of an object of a cycle", .leaked,
      path: ["ProfileVC.onUpdate", "closure #1"], make: { GlobalForgotCycle.make() }),
    LeakScenario(
      "a value in a thread's dictionary", .held, path: ["Formatter"],
      make: { await ThreadDictionary.make() }),
  ]
}
