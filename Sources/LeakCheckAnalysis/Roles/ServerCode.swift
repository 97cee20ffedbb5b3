import LeakCheckGraph

/// Advice for code of event loops: it avoids weak references, and clears what a job holds when the job is done.
enum ServerCode {
  /// Types that only such programs have.
  private static let types = [
    "ByteBuffer", "ChannelHandlerContext", "ChannelPipeline", "EventLoopGroup",
    "SelectableEventLoop",
    "EventLoopPromise", "EventLoopFuture",
  ]

  /// Whether a program's types, which are among `strings`, tell of it.
  ///
  /// - Complexity: O(bytes of the texts).
  static func isKnown(by strings: StringTable) -> Bool {
    let words = types.map { Array($0.utf8) }
    return (0..<Int32(strings.count)).contains { number in
      let text = Array(strings[number].utf8.prefix(512))
      return words.contains { isPart($0, of: text) }
    }
  }

  private static func isPart(_ word: [UInt8], of text: [UInt8]) -> Bool {
    guard text.count >= word.count else { return false }
    return (0...text.count - word.count).contains {
      text[$0] == word[0] && text[$0..<$0 + word.count].elementsEqual(word)
    }
  }

  /// A type whose objects do one thing and are done, by its words: in a server, what serves one client as well.
  static func isJob(_ words: [String]) -> Bool {
    RoleWords.isJob(words) || (words.last.map(jobs.contains) ?? false)
  }

  private static let jobs: Set<String> = [
    "handler", "call", "connection", "stream", "session", "task", "response", "exchange",
  ]
}
