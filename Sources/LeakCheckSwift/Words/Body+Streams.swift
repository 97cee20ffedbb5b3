import LeakCheckLifecycle
import SwiftSyntax

/// `AsyncStream`: its iteration keeps it, and it keeps `onTermination` until it ends. A continuation keeps neither,
/// because the handler is released with the stream.
extension Body {
  /// `AsyncStream { continuation in … }` and `AsyncStream(unfolding: next)`.
  func stream(_ call: Call, _ naming: String?) -> Term {
    let stream = newStream(naming)
    for argument in call.arguments {
      guard let node = argument.expression.as(ClosureExprSyntax.self) else {
        finish(evaluate(argument.expression))
        continue
      }
      let parameters = self.parameters(of: node)
      if argument.label == "onCancel" || argument.label == "unfolding" || parameters.isEmpty {
        let label = argument.label ?? "unfolding"
        let literal = closure(node, isAsync: true)
        actions.set(Place(stringLiteral: "\(stream).\(label)"), to: .closure(literal))
        continue
      }
      // The code that fills a stream runs where the stream is created.
      let continuation = Binding.object(newContinuation(of: stream), .named("Continuation"))
      finish(inline(node, binding: [parameters[0].name: continuation]))
    }
    return .object(stream, .named("AsyncStream"))
  }

  /// `AsyncStream.makeStream(of: Int.self)`.
  func streamPair(_ call: Call) -> Term {
    evaluateArguments(call)
    let stream = newStream(nil)
    return .many([
      .object(stream, .named("AsyncStream")),
      .object(newContinuation(of: stream), .named("Continuation")),
    ])
  }

  private func newStream(_ naming: String?) -> String {
    let stream = temporary(naming ?? "stream")
    actions.new("AsyncStream", as: stream)
    return stream
  }

  private func newContinuation(of stream: String) -> String {
    let continuation = temporary("continuation")
    actions.new("Continuation", as: continuation)
    actions.set(
      Place(stringLiteral: "\(continuation).stream"), to: .place(Place(stringLiteral: stream)))
    return continuation
  }

  /// Whether a type is a stream or a continuation, and not declared in the sources.
  func isStream(_ type: TypeReference) -> Bool {
    guard let name = type.name else { return false }
    return Frameworks.streams.contains(name) && model[name] == nil
  }

  /// A call on a continuation.
  func streamWord(_ call: Call, on place: String) -> Term? {
    switch call.name {
    case "yield":
      evaluateArguments(call)
      actions.yield(nameOfStream(place))
    case "finish":
      evaluateArguments(call)
      actions.finish(nameOfStream(place))
      let stream = fresh("stream")
      var ending = ActionList()
      ending.place = actions.place
      terminate(stream, &ending)
      actions.each(Place(stringLiteral: "\(place).stream"), as: stream) {
        $0.append(contentsOf: ending)
      }
    default: return nil
    }
    return .nothing
  }

  /// A stream that ends calls its handler and releases it.
  private func terminate(_ stream: String, _ actions: inout ActionList) {
    let place = Place(stringLiteral: "\(stream).onTermination")
    let handler = fresh("handler")
    actions.each(place, as: handler) { $0.call(Place(stringLiteral: handler)) }
    actions.set(place, to: .null)
  }

  /// `for await` over a stream, which is held while the loop runs.
  func streamLoop(over stream: String, _ node: ForStmtSyntax, _ body: ActionList) {
    let iterated = fresh("iterated")
    actions.set(Place(stringLiteral: iterated), to: .place(Place(stringLiteral: stream)))
    endlessLoops += 1
    actions.forAwait(nameOfStream(streamName(node.sequence))) { $0.append(contentsOf: body) }
    terminate(iterated, &actions)
    actions.drop(Place(stringLiteral: iterated))
  }

  /// The simulation's name for a stream: if the sources create only one, every name means that one.
  private func nameOfStream(_ place: String) -> String {
    if model.makesOneStream { return "stream" }
    return place.split(separator: ".").last.map(String.init) ?? "stream"
  }
}

/// Counts the places where the sources create streams.
final class StreamCount: SyntaxVisitor {
  private(set) var count = 0

  init(_ files: [SourceFile]) {
    super.init(viewMode: .sourceAccurate)
    for file in files where Frameworks.streams.contains(where: file.contains) { walk(file.tree) }
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let call = Call(node)
    let isMade =
      Frameworks.streams.contains(call.name)
      || call.name == "makeStream" && call.text.hasPrefix("Async")
    if isMade { count += 1 }
    return .visitChildren
  }
}
