import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// Streams, and the handlers that they keep until they end.
@Suite struct StreamTests {
  @Test(arguments: [
    ("<Base: AsyncSequence>", "Base"), ("", "any AsyncSequence<Int, Never>"),
  ])
  func `a sequence of any type may end, so that a loop over it is not judged`(
    _ parameters: String, _ type: String
  ) throws {
    func run(_ parameters: String, _ type: String) throws -> Run {
      try Run(
        """
        final class Relay\(parameters) {
          let base: \(type)
          var last = 0
          var task: Task<Void, Never>?
          init(base: \(type)) { self.base = base }
          func start() {
            task = Task { for await _ in base { self.last += 1 } }
          }
        }
        """)
    }
    let open = try run(parameters, type)
    #expect(open.isClean, "\(open.verdict)")
    #expect(
      open.notes == [
        "Screen.swift:7:19: where this sequence ends is not known: assumed to end; declare its type"
      ])
    #expect(!open.translation.isSettled)
    #expect(try run("", "AsyncStream<Int>").verdict == ["abandoned error"])
  }

  private static let kept = """
    final class Feed {
      var stream: AsyncStream<Int>?
      func start() {
        stream = AsyncStream { continuation in
          continuation.onTermination = { _ in self.stop() }
        }
      }
      func stop() {}
      deinit { print("deinit Feed") }
    }
    func use() { let feed = Feed(); feed.start() }
    use()
    """

  private static let pair = """
    final class Feed {
      let stream: AsyncStream<Int>
      let continuation: AsyncStream<Int>.Continuation
      init() {
        (stream, continuation) = AsyncStream.makeStream()
        continuation.onTermination = { _ in self.stop() }
      }
      func end() { continuation.finish() }
      func stop() {}
      deinit { print("deinit Feed") }
    }
    func use() { let feed = Feed() }
    use()
    """

  /// Only the continuation is kept: the handler goes with the stream.
  private static let dropped = """
    final class Feed {
      var continuation: AsyncStream<Int>.Continuation?
      func start() {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        continuation.onTermination = { _ in self.stop() }
        self.continuation = continuation
        _ = stream
      }
      func stop() {}
      deinit { print("deinit Feed") }
    }
    func use() { let feed = Feed(); feed.start() }
    use()
    """

  @Test(arguments: [kept, pair])
  func `a stream that an object keeps, and that keeps the object, is a cycle`(_ text: String) throws
  {
    let run = try Run(text)
    #expect(run.translation.isSettled, "\(run.notes)")
    #expect(run.verdict == ["cycle error"])
    #expect(
      run.outcome.findings.first?.path.references.contains { $0.name == "onTermination" } == true)
    let weak = try Run(
      text.replacing("{ _ in self.stop() }", with: "{ [weak self] _ in self?.stop() }"))
    #expect(weak.isClean && weak.translation.isSettled, "\(weak.verdict) \(weak.notes)")
  }

  @Test(arguments: [
    pair.replacing("let feed = Feed()", with: "let feed = Feed(); feed.end()"), dropped,
  ])
  func `a handler goes when its stream ends or goes`(_ text: String) throws {
    let run = try Run(text)
    #expect(run.isClean && run.translation.isSettled, "\(run.verdict) \(run.notes)")
    #expect(run.outcome.lines.contains("deinit Feed"))
  }

  @Test func `what is yielded is delivered, and the loop ends with the stream`() throws {
    let run = try Run(
      """
      final class Reader {
        func lines() -> AsyncStream<String> {
          AsyncStream { continuation in
            continuation.yield("a")
            continuation.finish()
          }
        }
      }
      final class Parser {
        let reader = Reader()
        var last: Line?
        func run() {
          Task { for await _ in reader.lines() { last = Line() } }
        }
        deinit { print("deinit Parser") }
      }
      final class Line { deinit { print("deinit Line") } }
      func use() { let parser = Parser(); parser.run() }
      use()
      """)
    #expect(run.isClean && run.outcome.misuse.isEmpty, "\(run.verdict) \(run.notes)")
    #expect(run.outcome.lines.contains("init() Line"))
  }
}
