import LeakCheckLifecycle
import SwiftSyntax

/// Async methods that nothing calls: whoever calls one has its task, and ends it, as SwiftUI's `task` does.
extension Journey {
  /// Calls an async method in a task of its own.
  func start(_ method: MethodModel, at target: Place) {
    var inner = ActionList()
    inner.place = method.place
    inner.call(target)
    let task = body.fresh("task")
    body.actions.task(
      .closure(ClosureLiteral(capturing: [], do: inner, at: method.place)),
      in: Place(stringLiteral: task))
    guard !model.uncancelledNames.functions.contains(method.name) else {
      // It goes on whatever its caller does.
      return body.actions.drop(Place(stringLiteral: task))
    }
    if let code = method.body, WaitingLoops.areIn(code) { note(method) }
    startedTasks.names.append(task)
  }

  /// Cancels the tasks that were started.
  func cancelTasks() {
    for task in startedTasks.names {
      body.actions.cancel(Place(stringLiteral: task))
      body.actions.drop(Place(stringLiteral: task))
    }
    startedTasks.names = []
  }

  private func note(_ method: MethodModel) {
    translator.note(
      SwiftNote(
        place: method.place,
        message: "nothing in these files calls \(method.name)(): its caller is assumed to cancel"
          + " it at the end; add the code that calls it",
        unsettles: true))
  }
}

/// The tasks that a journey has started and not cancelled, by the names of the steps.
final class StartedTasks {
  var names: [String] = []
}

/// Finds loops that wait in each turn, but for those over the tasks of a group, which end.
private final class WaitingLoops: SyntaxVisitor {
  private var isFound = false

  static func areIn(_ code: CodeBlockItemListSyntax) -> Bool {
    let visitor = WaitingLoops(viewMode: .sourceAccurate)
    visitor.walk(code)
    return visitor.isFound
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    Call(node).name.hasSuffix("TaskGroup") ? .skipChildren : .visitChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    if node.awaitKeyword != nil { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    look(at: node.body)
    return .visitChildren
  }

  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    look(at: node.body)
    return .visitChildren
  }

  private func look(at body: CodeBlockSyntax) {
    if body.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == "await" }) {
      isFound = true
    }
  }
}
