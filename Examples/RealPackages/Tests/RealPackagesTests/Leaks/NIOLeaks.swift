import NIOCore
import NIOPosix

extension Leak {
  static let nio = [
    Leak(
      "NIO: a repeated task captures self",
      fix: "capture [weak self] in closure #1 in Ticker.start()"
    ) { Ticker().start() },
    Leak(
      "NIO: a callback of a future that the object keeps", fix: nil
    ) { Download().begin() },
    Leak(
      "NIO: a handler and its client keep each other",
      fix: "declare `weak var delegate` in ChatHandler"
    ) { ChatClient().connect() },
    Leak(
      "NIO: a closure of a handler captures the object that keeps the handler",
      fix: "capture [weak self] in closure #1 in Meter.attach()"
    ) { Meter().attach() },
    Leak(
      "NIO: a list of the process keeps a client", fix: "remove ChatClient from "
    ) { ChatClients.shared.all.append(ChatClient()) },
  ]
}

final class Ticker: @unchecked Sendable {
  private var task: RepeatedTask?
  private var ticks = 0

  func start() {
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    task = loop.scheduleRepeatedTask(initialDelay: .hours(1), delay: .hours(1)) { _ in
      self.ticks += 1
    }
  }
}

final class Download: @unchecked Sendable {
  private let promise = MultiThreadedEventLoopGroup.singleton.any().makePromise(of: Int.self)
  private var bytes = 0

  func begin() { promise.futureResult.whenSuccess { self.bytes = $0 } }
}

final class ChatClient {
  private var handler: ChatHandler?

  func connect() {
    let handler = ChatHandler()
    handler.delegate = self
    self.handler = handler
  }
}

final class ChatHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  var delegate: ChatClient?
}

final class ChatClients: @unchecked Sendable {
  static let shared = ChatClients()
  var all: [ChatClient] = []
}

final class Meter {
  private let handler = CountingInput()
  private var reads = 0

  func attach() { handler.onRead = { self.reads += 1 } }
}

final class CountingInput: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  var onRead: (() -> Void)?
}
