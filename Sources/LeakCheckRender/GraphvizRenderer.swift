#if canImport(GvcInUsr) || canImport(GvcInUsrLocal) || canImport(GvcInHomebrew) || GVC_ELSEWHERE
import CGraphviz
import LeakCheckLocks
#endif

/// A renderer that draws DOT text with Graphviz inside this process.
///
/// It draws one picture at a time, however many threads ask: Graphviz has global state, and two concurrent layouts
/// crash it. Each layout runs on a thread with 64 MB of stack, because it recurses along the longest path. The
/// renderer prints nothing. Graphviz's errors go into the ``RenderError``; its warnings are dropped. A few messages
/// do not pass through Graphviz's callback. On Linux they are dropped if the system lets a thread have its own
/// stderr; elsewhere they appear.
public enum GraphvizRenderer {
  /// Whether this build can draw, because Graphviz was available at build time.
  ///
  /// Without Graphviz, every ``render(dot:as:engine:)`` throws.
  public static var isAvailable: Bool { GraphvizLibrary.isAvailable }

  /// The bytes of an image of one graph.
  ///
  /// The same text gives the same bytes of SVG and PNG on one machine, if the graph has a name; a PDF contains
  /// the time of its making. The text must be leakcheck's own: constructs are known that crash Graphviz, make
  /// it open files, or are written into the SVG unescaped, and nothing refuses them here.
  ///
  /// - Parameters:
  ///   - dot: One graph, with nothing after its closing brace. Every name in it must have been escaped.
  ///   - format: The kind of image.
  ///   - engine: The engine that places the nodes.
  /// - Returns: The contents of an image file.
  /// - Throws: An error with a remedy. Graphviz reporting an error is enough, even if it drew something.
  package static func render(
    dot: String, as format: ImageFormat, engine: LayoutEngine = .dot
  ) throws(RenderError) -> [UInt8] {
    try GraphvizLibrary.draw(dot, as: format.rawValue, engine: engine)
  }

  /// Lays out one graph and returns Graphviz's JSON with the position of each node, edge and cluster, in points.
  ///
  /// - Parameters:
  ///   - dot: As for ``render(dot:as:engine:)``.
  ///   - engine: The engine that places the nodes.
  /// - Returns: JSON. Objects and edges have the attributes of the text, `pos`, `bb` and `lp`, and their drawing
  ///   operations.
  /// - Throws: An error with a remedy.
  public static func layout(
    of dot: String, engine: LayoutEngine = .dot
  ) throws(RenderError) -> String {
    String(decoding: try GraphvizLibrary.draw(dot, as: "json", engine: engine), as: UTF8.self)
  }
}

#if canImport(GvcInUsr) || canImport(GvcInUsrLocal) || canImport(GvcInHomebrew) || GVC_ELSEWHERE
/// The calls of libgvc and libcgraph, one drawing at a time.
private enum GraphvizLibrary {
  static let isAvailable = true

  /// A layout takes about 100 bytes of stack for each node of the longest path; libc's default on macOS,
  /// 512 KB, ends at 5,000.
  private static let stackSize = 64 << 20

  /// The lock around all of Graphviz and, once made, its context.
  ///
  /// The context lives until the process ends: each one leaks some kilobytes, also when it is freed.
  private static let session = Mutex<Session>(Session())

  static func draw(
    _ dot: String, as format: String, engine: LayoutEngine
  ) throws(RenderError) -> [UInt8] {
    try session.withLock { (session) throws(RenderError) in
      var job = unsafe Job(
        dot: dot, format: format, engine: engine.rawValue, context: session.context)
      let status = runToEnd(&job)
      unsafe session.context = job.context
      guard status == 0 else {
        throw RenderError(.layout, ["no thread with a stack of 64 MB (error \(status))"])
      }
      return try job.result.get()
    }
  }

  /// Runs `job` on its own thread.
  ///
  /// The pointer to it is good for as long as the thread lives, because `leakcheck_run` waits for its end.
  private static func runToEnd(_ job: inout Job) -> Int32 {
    unsafe withUnsafeMutablePointer(to: &job) { job in
      unsafe leakcheck_run(
        stackSize,
        { argument in
          unsafe argument?.assumingMemoryBound(to: Job.self).pointee.run()
          return nil
        }, job)
    }
  }
}

/// The state that outlives a drawing.
///
/// The pointer is used only under the lock that holds this value.
@safe private struct Session {
  var context: OpaquePointer?
}

/// A drawing: its input and its result.
@safe private struct Job {
  let dot: String
  let format: String
  let engine: String
  var context: OpaquePointer?
  var result: Result<[UInt8], RenderError> = .failure(RenderError(.drawing))

  mutating func run() {
    leakcheck_mute_thread()
    Transcript.clear()
    _ = unsafe agseterrf(Transcript.callback)
    _ = agseterr(AGWARN)
    if unsafe context == nil { unsafe context = gvContext() }
    result = Result { () throws(RenderError) in try draw() }
  }

  private func draw() throws(RenderError) -> [UInt8] {
    let graph = unsafe GraphText.parse(dot)
    defer { if let graph = unsafe graph { unsafe agclose(graph) } }
    try Transcript.check(unsafe graph != nil, orThrow: .syntax)

    let laidOut = unsafe leakcheck_layout(context, graph, engine)
    defer { unsafe gvFreeLayout(context, graph) }
    try Transcript.check(laidOut == 0, orThrow: .layout)

    var data: UnsafeMutablePointer<CChar>?
    var count = 0
    let drawn = unsafe leakcheck_draw(context, graph, format, &data, &count)
    defer { unsafe gvFreeRenderData(data) }
    try Transcript.check(drawn == 0 && count > 0, orThrow: .drawing)
    return unsafe data.map { unsafe [UInt8](UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
  }
}

/// Graphviz's messages since the drawing began.
///
/// Global, because the callback of Graphviz has no place for a context. Drawings are serialised, so no two
/// write to it.
private enum Transcript {
  private static let text = Mutex<String>("")

  /// Graphviz calls it with the parts of a message: `Error`, `: `, and the sentence.
  static let callback: @convention(c) (UnsafeMutablePointer<CChar>?) -> Int32 = { part in
    if let part = unsafe part {
      let part = unsafe String(cString: part)
      Transcript.text.withLock { $0 += part }
    }
    return 0
  }

  static func clear() { text.withLock { $0 = "" } }

  /// Graphviz may return 0 although it reported an error, so both have to be good.
  static func check(_ succeeded: Bool, orThrow code: RenderError.Code) throws(RenderError) {
    let messages = GraphvizMessages(text.withLock { $0 })
    guard succeeded, messages.errors.isEmpty else { throw messages.error(code) }
  }
}
#else
/// The stub for builds without Graphviz, which cannot draw.
private enum GraphvizLibrary {
  static let isAvailable = false

  static func draw(
    _ dot: String, as format: String, engine: LayoutEngine
  ) throws(RenderError) -> [UInt8] { throw RenderError(.unavailable) }
}
#endif
