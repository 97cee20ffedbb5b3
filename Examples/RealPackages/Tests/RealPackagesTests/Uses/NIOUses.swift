import Testing
import NIOCore
import NIOEmbedded
import NIOPosix

extension Use {
  static let nio = [
    Use("NIO: a client talks to an echo server") { try await EchoServer.greet("hello") },
    Use("NIO: an async channel talks to an echo server") {
      try await EchoServer.greetAsync("hello")
    },
    Use("NIO: an embedded channel decodes lines") {
      let channel = EmbeddedChannel(handler: ByteToMessageHandler(LineDecoder()))
      try channel.writeInbound(ByteBuffer(string: "one\ntwo\n"))
      var lines: [String] = []
      while let line = try channel.readInbound(as: String.self) { lines.append(line) }
      #expect(lines == ["one", "two"])
      _ = try channel.finish()
    },
    Use("NIO: promises, futures and a scheduled task of an own group") {
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
      let promise = group.next().makePromise(of: Int.self)
      let sum = promise.futureResult.map { $0 + 1 }.and(group.next().submit { 2 })
      promise.succeed(1)
      let (one, two) = try await sum.get()
      #expect(one + two == 4)
      try await group.next().scheduleTask(in: .milliseconds(1)) {}.futureResult.get()
      try await group.shutdownGracefully()
    },
    Use("NIO: a scheduled task of the singleton group") {
      let loop = MultiThreadedEventLoopGroup.singleton.any()
      let task = loop.scheduleTask(in: .milliseconds(1)) { 7 }
      let seven = try await task.futureResult.get()
      #expect(seven == 7)
    },
    Use("NIO: a repeated task that is cancelled") {
      let counter = Counter()
      let loop = MultiThreadedEventLoopGroup.singleton.any()
      let task = loop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(1)) { _ in
        counter.add()
      }
      try await Task.sleep(for: .milliseconds(5))
      let ended = loop.makePromise(of: Void.self)
      task.cancel(promise: ended)
      try await ended.futureResult.get()
    },
    Use("NIO: work on a thread pool") {
      let pool = NIOThreadPool(numberOfThreads: 2)
      pool.start()
      let five = try await pool.runIfActive { 5 }
      #expect(five == 5)
      try await pool.shutdownGracefully()
    },
  ]
}

/// A server that sends back what it gets, for one connection at a time.
enum EchoServer {
  static func greet(_ words: String) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let server = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(EchoHandler())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let answer = group.next().makePromise(of: String.self)
    let client = try await ClientBootstrap(group: group)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AnswerHandler(answer))
        }
      }
      .connect(to: try #require(server.localAddress)).get()
    try await client.writeAndFlush(ByteBuffer(string: words))
    let echo = try await answer.futureResult.get()
    #expect(echo == words)
    try await client.close()
    try await server.close()
    try await group.shutdownGracefully()
  }

  static func greetAsync(_ words: String) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let server = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(EchoHandler())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let client = try await ClientBootstrap(group: group)
      .connect(to: try #require(server.localAddress)) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    try await client.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: words))
      for try await buffer in inbound {
        #expect(String(buffer: buffer) == words)
        break
      }
    }
    try await server.close()
    try await group.shutdownGracefully()
  }
}

final class EchoHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    context.writeAndFlush(data, promise: nil)
  }
}

final class AnswerHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  private let answer: EventLoopPromise<String>

  init(_ answer: EventLoopPromise<String>) { self.answer = answer }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    answer.succeed(String(buffer: unwrapInboundIn(data)))
  }
}

struct LineDecoder: ByteToMessageDecoder {
  typealias InboundOut = String

  mutating func decode(
    context: ChannelHandlerContext, buffer: inout ByteBuffer
  ) throws -> DecodingState {
    guard let end = buffer.readableBytesView.firstIndex(of: 10) else { return .needMoreData }
    let line = buffer.readString(length: end - buffer.readerIndex) ?? ""
    buffer.moveReaderIndex(forwardBy: 1)
    context.fireChannelRead(wrapInboundOut(line))
    return .continue
  }
}
