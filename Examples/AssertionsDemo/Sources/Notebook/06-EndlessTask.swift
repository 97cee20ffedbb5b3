/// A chat whose task keeps it for as long as messages could come: for ever, because it keeps the stream open.
@MainActor public final class ChatScreen {
  private let messages = AsyncStream<String>.makeStream()
  private var task: Task<Void, Never>?
  private var lines: [String] = []

  /// A chat that does not listen yet.
  public init() {}

  /// Shows messages as they come.
  public func listen() {
    task = Task {
      for await message in messages.stream { self.lines.append(message) }
    }
  }
}

/// The same with a task that keeps only the stream, and ends with the chat.
@MainActor public final class MendedChatScreen {
  private let messages = AsyncStream<String>.makeStream()
  private var task: Task<Void, Never>?
  private var lines: [String] = []

  /// A chat that does not listen yet.
  public init() {}

  /// Shows messages as they come.
  public func listen() {
    task = Task { [weak self, stream = messages.stream] in
      for await message in stream { self?.lines.append(message) }
    }
  }

  deinit { messages.continuation.finish() }
}
