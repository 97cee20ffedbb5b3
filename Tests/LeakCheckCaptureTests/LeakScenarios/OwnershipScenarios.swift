import Foundation

// Delegates, parents, children and sessions.

protocol DownloadDelegate: AnyObject {
  func didFinish()
}

enum StrongDelegate {
  final class Downloader {
    var delegate: (any DownloadDelegate)?
  }
  final class DownloadsVC: DownloadDelegate {
    let downloader = Downloader()
    func viewDidLoad() { downloader.delegate = self }
    func didFinish() {}
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = DownloadsVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.downloader.delegate = nil }
  }
}

enum WeakDelegate {
  final class Downloader {
    weak var delegate: (any DownloadDelegate)?
  }
  final class DownloadsVC: DownloadDelegate {
    let downloader = Downloader()
    func viewDidLoad() { downloader.delegate = self }
    func didFinish() {}
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = DownloadsVC()
    screen.viewDidLoad()
    return LeakProbe(screen)
  }
}

/// A protocol that values may adopt too: the existential is not class-bound, so it cannot be weak.
enum ValueProtocolDelegate {
  protocol Listening {
    func hear()
  }
  final class Radio {
    var listener: (any Listening)?
  }
  final class RadioVC: Listening {
    let radio = Radio()
    func viewDidLoad() { radio.listener = self }
    func hear() {}
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = RadioVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.radio.listener = nil }
  }
}

enum StrongParent {
  final class Row {
    var table: Table?
  }
  final class Table {
    var rows: [Row] = []
    func addRow() {
      rows.append(Row())
      rows.last?.table = self
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let table = Table()
    table.addRow()
    return LeakProbe(table) { $0.rows = [] }
  }
}

enum WeakParent {
  final class Row {
    weak var table: Table?
  }
  final class Table {
    var rows: [Row] = []
    func addRow() {
      rows.append(Row())
      rows.last?.table = self
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let table = Table()
    table.addRow()
    return LeakProbe(table)
  }
}

/// As URLSession holds its delegate until it is invalidated.
enum SessionDelegate {
  final class Session {
    var delegate: AnyObject?
    init(delegate: AnyObject) { self.delegate = delegate }
    func invalidate() { delegate = nil }
  }
  final class NetworkClient {
    lazy var session = Session(delegate: self)
    func start() { Sink.take(session) }
  }
  @inline(never) static func make() -> LeakProbe {
    let client = NetworkClient()
    client.start()
    return LeakProbe(client) { $0.session.invalidate() }
  }
}

enum InvalidatedSession {
  @inline(never) static func make() -> LeakProbe {
    let client = SessionDelegate.NetworkClient()
    client.start()
    client.session.invalidate()
    return LeakProbe(client)
  }
}

/// The property that closes the cycle belongs to the superclass.
enum InheritedClosure {
  class BaseVC {
    var onClose: (() -> Void)?
    private let identifier = 7
  }
  class ListVC: BaseVC {
    var rows = ["one"]
  }
  final class ContactsVC: ListVC {
    func viewDidLoad() { onClose = { self.rows = [] } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ContactsVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.onClose = nil }
  }
}

enum FoundationSubclass {
  final class Target: NSObject {
    var action: (() -> Void)?
    var fired = 0
    func connect() { action = { self.fired += 1 } }
  }
  @inline(never) static func make() -> LeakProbe {
    let target = Target()
    target.connect()
    return LeakProbe(target) { $0.action = nil }
  }
}

/// A token that calls a closure when it goes, kept by whom the closure captures.
enum CancellableToken {
  final class Cancellable {
    private let onCancel: () -> Void
    init(onCancel: @escaping () -> Void) { self.onCancel = onCancel }
    deinit { onCancel() }
  }
  final class PlayerVC {
    var tokens: [Cancellable] = []
    var isPlaying = true
    func play() { tokens.append(Cancellable { self.isPlaying = false }) }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = PlayerVC()
    screen.play()
    return LeakProbe(screen) { $0.tokens = [] }
  }
}

/// As key-value observing: the model keeps the closure, the screen keeps model and token.
enum ObservationToken {
  final class Model {
    var observers: [Int: (Int) -> Void] = [:]
    func observe(_ body: @escaping (Int) -> Void) -> Token {
      observers[observers.count] = body
      return Token(model: self, number: observers.count - 1)
    }
  }
  final class Token {
    private weak var model: Model?
    private let number: Int
    init(model: Model, number: Int) {
      self.model = model
      self.number = number
    }
    deinit { model?.observers[number] = nil }
  }
  final class CounterVC {
    let model = Model()
    var token: Token?
    var shown = 0
    func viewDidLoad() { token = model.observe { self.shown = $0 } }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = CounterVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.model.observers = [:] }
  }
}

extension LeakScenario {
  static let ownership = [
    LeakScenario(
      "a strong delegate", .leaked, path: ["DownloadsVC.downloader", "Downloader.delegate"],
      make: { StrongDelegate.make() }),
    LeakScenario("a weak delegate", .freed, make: { WeakDelegate.make() }),
    LeakScenario(
      "a delegate by a protocol of values", .leaked, path: ["RadioVC.radio", "Radio.listener"],
      make: { ValueProtocolDelegate.make() }),
    LeakScenario(
      "a strong parent", .leaked, path: ["Table.rows", "Row.table"],
      make: { StrongParent.make() }),
    LeakScenario("a weak parent", .freed, make: { WeakParent.make() }),
    LeakScenario(
      "a session holds its delegate", .leaked,
      path: ["NetworkClient", "session", "Session.delegate"], make: { SessionDelegate.make() }),
    LeakScenario("an invalidated session", .freed, make: { InvalidatedSession.make() }),
    LeakScenario(
      "the cycle is closed by an inherited property", .leaked,
      path: ["onClose", "closure #1", "ContactsVC.viewDidLoad()"],
      make: { InheritedClosure.make() }),
    LeakScenario(
      "a subclass of NSObject", .leaked,
      path: ["Target.action", "closure #1", "Target.connect()"],
      make: { FoundationSubclass.make() }),
    LeakScenario(
      "a cancellable's closure captures its keeper", .leaked,
      path: ["PlayerVC.tokens", "Cancellable.onCancel", "closure #1", "PlayerVC.play()"],
      make: { CancellableToken.make() }),
    LeakScenario(
      "an observer of the screen's own model", .leaked,
      path: ["CounterVC.model", "Model.observers", "closure #1", "CounterVC.viewDidLoad()"],
      make: { ObservationToken.make() }),
  ]
}
