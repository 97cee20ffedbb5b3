// Cycles through values, and objects that are no leak though they look like one.

/// An error keeps the object it came from, the object keeps its last error.
enum ErrorWithSource {
  struct LoadError: Error, @unchecked Sendable {
    var code = 500
    /// Only read; the scenario is on one thread.
    var source: Loader
  }
  final class Loader {
    var lastError: (any Error)?
    func load() {
      do { try connect() } catch { lastError = error }
    }
    private func connect() throws { throw LoadError(source: self) }
  }
  @inline(never) static func make() -> LeakProbe {
    let loader = Loader()
    loader.load()
    return LeakProbe(loader) { $0.lastError = nil }
  }
}

enum FailedResult {
  final class Importer {
    var result: Result<String, any Error>?
    func run() { result = .failure(Failure(importer: self)) }
  }
  struct Failure: Error, @unchecked Sendable {
    /// Only read; the scenario is on one thread.
    var importer: Importer
  }
  @inline(never) static func make() -> LeakProbe {
    let importer = Importer()
    importer.run()
    return LeakProbe(importer) { $0.result = nil }
  }
}

enum IndirectEnumCycle {
  indirect enum Expression {
    case number(Int)
    case variable(Scope)
    case sum(Expression, Expression)
  }
  final class Scope {
    var value = Expression.number(0)
  }
  @inline(never) static func make() -> LeakProbe {
    let scope = Scope()
    scope.value = .sum(.number(1), .sum(.variable(scope), .number(2)))
    return LeakProbe(scope) { $0.value = .number(0) }
  }
}

enum AnyInUserInfo {
  final class Document {
    var userInfo: [AnyHashable: Any] = [:]
    var title = "Untitled"
  }
  @inline(never) static func make() -> LeakProbe {
    let document = Document()
    document.userInfo["owner"] = document
    document.userInfo[7] = "seven"
    return LeakProbe(document) { $0.userInfo = [:] }
  }
}

/// The object is its own dictionary's key.
enum KeyOfItsOwn {
  final class Cell: Hashable {
    var heights: [Cell: Double] = [:]
    static func == (left: Cell, right: Cell) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
  @inline(never) static func make() -> LeakProbe {
    let cell = Cell()
    cell.heights[cell] = 44
    return LeakProbe(cell) { $0.heights = [:] }
  }
}

enum IteratorOverItself {
  final class Playlist {
    var songs: [String] = ["one", "two"]
    var upcoming: AnyIterator<String>?
    func shuffle() {
      var index = 0
      upcoming = AnyIterator {
        defer { index += 1 }
        return index < self.songs.count ? self.songs[index] : nil
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let playlist = Playlist()
    playlist.shuffle()
    Sink.take(playlist.upcoming?.next())
    return LeakProbe(playlist) { $0.upcoming = nil }
  }
}

/// The closure is behind a lazy sequence's wrapper types.
enum LazyMap {
  final class Catalog {
    var prices = [1.0, 2.0]
    var rate = 1.2
    var converted: LazyMapSequence<[Double], Double>?
    func convert() { converted = prices.lazy.map { $0 * self.rate } }
  }
  @inline(never) static func make() -> LeakProbe {
    let catalog = Catalog()
    catalog.convert()
    return LeakProbe(catalog) { $0.converted = nil }
  }
}

/// A property of an empty struct takes no memory; the others keep their names.
enum EmptyStructBeside {
  struct Style {}
  final class Panel {
    let style = Style()
    let clock = ContinuousClock()
    let kind = Style.self
    var next: Panel?
  }
  @inline(never) static func make() -> LeakProbe {
    let panel = Panel()
    panel.next = panel
    return LeakProbe(panel) { $0.next = nil }
  }
}

/// The elements of a managed buffer lie behind its properties.
enum ElementsOfBuffer {
  final class Slots: ManagedBuffer<Int8, (Int, Shelf?)> {
    deinit { _ = unsafe withUnsafeMutablePointerToElements { unsafe $0.deinitialize(count: 2) } }
  }
  final class Shelf {
    var slots: ManagedBuffer<Int8, (Int, Shelf?)>?
    func fill(with shelf: Shelf?) {
      slots = Slots.create(minimumCapacity: 2) { slots in
        unsafe slots.withUnsafeMutablePointerToElements {
          unsafe $0.initialize(to: (1, nil))
          unsafe ($0 + 1).initialize(to: (2, shelf))
        }
        return 2
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let shelf = Shelf()
    shelf.fill(with: shelf)
    return LeakProbe(shelf) { $0.slots = nil }
  }
}

/// In a tuple, a struct's type takes less memory than the runtime says.
enum TypeInTuple {
  final class Route {
    var place: (type: Int.Type, next: Route?) = (Int.self, nil)
  }
  @inline(never) static func make() -> LeakProbe {
    let route = Route()
    route.place.next = route
    return LeakProbe(route) { $0.place.next = nil }
  }
}

/// A local of the running test holds the object.
enum StillInScope {
  final class Draft {
    var text = "not yet sent"
  }
  @inline(never) static func make() -> LeakProbe {
    let draft = Draft()
    return LeakProbe(draft, local: draft)
  }
}

/// A local holds an object that is on a cycle too: not yet a leak.
enum CycleStillInScope {
  @inline(never) static func make() -> LeakProbe {
    let screen = StoredClosure.ProfileVC()
    screen.viewDidLoad()
    return LeakProbe(screen, local: screen) { $0.onUpdate = nil }
  }
}

extension LeakScenario {
  static let values = [
    LeakScenario(
      "an error holds its source", .leaked, path: ["Loader.lastError", "source", "Loader"],
      make: { ErrorWithSource.make() }),
    LeakScenario(
      "a failed result holds its importer", .leaked, path: ["Importer.result", "importer"],
      make: { FailedResult.make() }),
    LeakScenario(
      "an indirect enum comes back", .leaked, path: ["Scope.value", "Scope"],
      make: { IndirectEnumCycle.make() }),
    LeakScenario(
      "an object in its own user info", .leaked, path: ["Document.userInfo", "owner", "Document"],
      make: { AnyInUserInfo.make() }),
    LeakScenario(
      "an object is its own dictionary's key", .leaked, path: ["Cell.heights", "Cell"],
      make: { KeyOfItsOwn.make() }),
    LeakScenario(
      "an iterator's closure captures its keeper", .leaked,
      path: ["Playlist.upcoming", "closure #1", "Playlist.shuffle()"],
      make: { IteratorOverItself.make() }),
    LeakScenario(
      "a lazy map captures its keeper", .leaked,
      path: ["Catalog.converted", "closure #1", "Catalog.convert()"], make: { LazyMap.make() }),
    LeakScenario(
      "an empty struct beside", .leaked, path: ["Panel.next", "Panel"],
      make: { EmptyStructBeside.make() }),
    LeakScenario(
      "a type in a tuple", .leaked, path: ["Route.place", "Route"], make: { TypeInTuple.make() }),
    LeakScenario(
      "an element of a managed buffer", .leaked,
      path: ["Shelf.slots", "Slots.[1]", "Shelf"],
      make: { ElementsOfBuffer.make() }),
    LeakScenario("a local still holds it", .held, make: { StillInScope.make() }),
    LeakScenario(
      "a local still holds an object of a cycle", .held, make: { CycleStillInScope.make() }),
  ]
}
