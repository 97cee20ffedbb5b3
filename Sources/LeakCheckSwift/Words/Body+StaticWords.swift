import LeakCheckLifecycle
import SwiftSyntax

/// Words on types: `Timer.scheduledTimer`, `Task.sleep`, `UIView.animate`, queues.
extension Body {
  func staticWord(_ call: Call, naming: String?) -> Term? {
    switch call.text {
    case "Timer.scheduledTimer": return timer(call, on: "Timer")
    case "Task.detached", "Task.immediate":
      guard let node = call.closures.last else { return nil }
      let value = Value.closure(closure(node, isAsync: true))
      return .service("Task") { $0.task(value, in: $1) }
    case "Task.sleep", "Task.yield":
      if isAsync { actions.await(fresh("sleep")) }
      return .nothing
    case "UIView.animate", "UIView.transition": return animate(call)
    case "DispatchSource.makeTimerSource", "DispatchSource.makeFileSystemObjectSource":
      evaluateArguments(call)
      return .null
    case "NotificationCenter.default.publisher":
      return .publisher("NotificationCenter.default", [])
    case "AsyncStream.makeStream", "Logger": return .unknown
    case "RunLoop.main.run", "RunLoop.current.run": return waitOnRunLoop(call)
    case "MainActor.run":
      return immediate(call, nil, .unknown)
    default: return nil
    }
  }

  /// `RunLoop.main.run(until: Date(timeIntervalSinceNow: 2))`: the clock moves, and timers fire.
  private func waitOnRunLoop(_ call: Call) -> Term? {
    guard let date = (call["until"] ?? call["before"])?.as(FunctionCallExprSyntax.self),
      let seconds = Call(date)["timeIntervalSinceNow"].flatMap({ Double($0.trimmedDescription) })
    else { return nil }
    actions.advance(seconds)
    return .nothing
  }

  private func animate(_ call: Call) -> Term {
    let values = call.closures.map { Value.closure(closure($0)) }
    guard let first = values.first else { return .nothing }
    actions.animate(first, completion: values.count > 1 ? values.last : nil)
    return .nothing
  }

  /// `queue.async { … }` on whatever queue.
  func queueWord(_ call: Call) -> Term? {
    let isQueue =
      call.base?.trimmedDescription.hasPrefix("DispatchQueue") == true
      || ["async", "asyncAfter"].contains(call.name) && method(call, of: nil) == nil
    guard isQueue, let last = call.last, model.methods(anywhere: call.name).isEmpty else {
      return nil
    }
    switch call.name {
    case "async":
      let term = evaluate(last)
      actions.async(value(of: term, last))
      return .nothing
    case "asyncAfter":
      let term = evaluate(last)
      actions.after(1, do: value(of: term, last))
      return .nothing
    case "sync": return immediate(call, nil, .unknown)
    default: return nil
    }
  }
}
