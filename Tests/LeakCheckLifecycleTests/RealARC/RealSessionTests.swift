import Foundation
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckLocks
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension RealARC {
  /// What a URL session holds.
  @Suite struct Sessions {}
}

private final class Client: NSObject, URLSessionDelegate {
  func makeSession() -> URLSession {
    URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
  }
}

private final class Loader: Sendable {
  private let replies = Atomic(0)

  func receive() { replies.add(1, ordering: .relaxed) }

  func load(in session: URLSession, _ strength: Strength) throws {
    let url = try #require(URL(string: "held://\(strength)"))
    let task =
      strength == .strong
      ? session.dataTask(with: url) { _, _, _ in self.receive() }
      : session.dataTask(with: url) { [weak self] _, _, _ in self?.receive() }
    task.resume()
  }
}

/// A scheme whose replies come when the test says so, without a network.
private final class HeldReply: URLProtocol {
  /// A request that has started: the session touches it no more until the test completes it.
  private struct Waiting: @unchecked Sendable {
    let reply: HeldReply
    func isOf(_ host: String) -> Bool { reply.request.url?.host() == host }
  }

  private static let waiting = Mutex<[Waiting]>([])

  override class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "held" }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let waiting = Waiting(reply: self)
    Self.waiting.withLock { $0.append(waiting) }
  }
  override func stopLoading() {}

  private func complete() {
    guard let url = request.url else { return }
    let response = URLResponse(
      url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocolDidFinishLoading(self)
  }

  /// Completes the requests of a host that wait, and says whether there were some.
  static func complete(_ host: String) -> Bool {
    let ready = waiting.withLock { waiting in
      let ready = waiting.filter { $0.isOf(host) }
      waiting.removeAll { $0.isOf(host) }
      return ready
    }
    for waiting in ready { waiting.reply.complete() }
    return !ready.isEmpty
  }
}

extension RealARC.Sessions {
  /// How the app is done with a session.
  enum SessionEnd: CaseIterable { case invalidate, finish, drop }

  /// In the last case Linux differs: there, a session that nobody holds lets its delegate go.
  ///
  /// Apple documents that the delegate stays until the session is invalidated, held or not, and so the
  /// simulation has it.
  @Test(arguments: SessionEnd.allCases)
  func `a session holds its delegate until it is invalidated`(_ end: SessionEnd) async throws {
    #if canImport(ObjectiveC)
    guard end != .drop else { return }
    #endif
    let real = Watch()
    let client = real.local("client") { Client() }
    let session = Local { SessionBox() }
    try session.use { box in box.session = try client.use { $0.makeSession() } }
    client.drop()
    real.note("drop")
    switch end {
    case .invalidate: try session.use { $0.session?.invalidateAndCancel() }
    case .finish: try session.use { $0.session?.finishTasksAndInvalidate() }
    case .drop: session.drop()
    }
    try await real.noteWhenAllAreGone("end")

    let same = try simulated("client") { scenario in
      scenario.type("Client")
    } _: { steps in
      steps.new("Client", as: "client")
      steps.session(delegate: "client", in: "session")
      steps.drop("client")
      steps.snapshot("drop")
      if end == .drop { steps.drop("session") } else { steps.finishSession("session") }
      steps.snapshot("end")
    }
    #expect(real.fate == Fate(["drop": ["client"], "end": []]))
    #expect(same == (end == .drop ? Fate(["drop": ["client"], "end": ["client"]]) : real.fate))
  }

  @Test(arguments: [
    (Strength.strong, Fate(["drop": ["loader"], "complete": []])),
    (.weak, Fate(["drop": [], "complete": []])),
  ])
  func `a data task holds its completion handler until it completes`(
    _ strength: Strength, _ fate: Fate
  ) async throws {
    let real = Watch()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [HeldReply.self]
    let session = URLSession(configuration: configuration)
    let loader = real.local("loader") { Loader() }
    try loader.use { try $0.load(in: session, strength) }
    loader.drop()
    real.note("drop")
    var isComplete = false
    try await real.note("complete") {
      isComplete = HeldReply.complete("\(strength)") || isComplete
      return isComplete && real.alive.isEmpty
    }
    #expect(isComplete)
    session.finishTasksAndInvalidate()

    let same = try simulated("loader") { scenario in
      scenario.type("Loader") { $0.callback("receive") { _ in } }
    } _: { steps in
      steps.new("Loader", as: "loader")
      steps.session(in: "session")
      steps.dataTask(
        "session",
        completion: .closure(captures: ["loader": strength]) { $0.call("loader.receive") })
      steps.drop("loader")
      steps.snapshot("drop")
      steps.complete("session")
      steps.snapshot("complete")
    }
    #expect(real.fate == same)
    #expect(real.fate == fate)
  }
}

private final class SessionBox {
  var session: URLSession?
}
