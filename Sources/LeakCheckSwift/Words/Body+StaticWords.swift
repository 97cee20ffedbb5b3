import LeakCheckLifecycle
import SwiftSyntax

/// Words on types: `Timer.scheduledTimer`, `Task.sleep`, `UIView.animate`, queues.
extension Body {
  func staticWord(_ call: Call, naming: String?) -> Term? {
    switch call.text {
    case "Timer.scheduledTimer": return timer(call, on: "Timer")
    case "Task.detached", "Task.immediate":
      guard let node = call.closures.last else { return nil }
      return task(ExprSyntax(node))
    case "Task.sleep", "Task.yield":
      if isAsync { wait(for: fresh("sleep")) }
      return .nothing
    case "UIView.animate", "UIView.transition", "UIViewPropertyAnimator.runningPropertyAnimator":
      return animate(call)
    case "NSLayoutConstraint.activate", "NSLayoutConstraint.deactivate":
      evaluateArguments(call)
      layOutOwnView()
      return .nothing
    case "DispatchSource.makeTimerSource", "DispatchSource.makeFileSystemObjectSource":
      evaluateArguments(call)
      // The handler, which does not run here, may be what ends the source; if so, it does not count that the handler
      // keeps the source.
      guard translator.reading == .keepsAll || !mayBeEnded(call) else { return .null }
      let source = temporary("source")
      actions.new("DispatchSource", as: source)
      return .object(source, .unknown)
    case "NotificationCenter.default.publisher":
      return .publisher("NotificationCenter.default", [])
    case "UIDeferredMenuElement.uncached", "UIDeferredMenuElement":
      return frameworkObject("UIDeferredMenuElement", call, naming)
    case _ where call.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "Publishers":
      return combined(call)
    case "Logger": return .unknown
    case "Unmanaged.passRetained", "Unmanaged.passUnretained": return unmanaged(call)
    case _ where call.name == "fromOpaque" && call.text.hasPrefix("Unmanaged"):
      evaluateArguments(call)
      return .object(Self.retained, .many(.unknown))
    case _ where call.name == "makeStream" && call.text.hasPrefix("Async"):
      return streamPair(call)
    case "RunLoop.main.run", "RunLoop.current.run": return waitOnRunLoop(call)
    case "Thread.detachNewThread": return thread(call)
    case "UIView.animateKeyframes": return animate(call)
    case "NSEvent.addLocalMonitorForEvents", "NSEvent.addGlobalMonitorForEvents":
      return monitorEvents(call)
    case "NSEvent.removeMonitor":
      evaluateArguments(call)
      actions.clear(Self.monitors)
      return .nothing
    case "MainActor.run":
      return immediate(call, nil, .unknown)
    default: return nil
    }
  }

  /// `Publishers.CombineLatest(a, b)`: a publisher that sends while the first of its publishers does.
  private func combined(_ call: Call) -> Term {
    let terms = call.arguments.map { evaluate($0.expression) }
    for term in terms {
      switch term {
      case .publisher: return term
      case .object(let place, _): return .publisher(place, [])
      default: continue
      }
    }
    return .unknown
  }

  private static let monitors: Place = "global.NSEvent.monitors"

  /// AppKit keeps the block of a monitor until the token is removed.
  private func monitorEvents(_ call: Call) -> Term {
    guard let last = call.last,
      case .function(let value) = translator.asEntrances({ evaluate(last) })
    else { return .unknown }
    noteRegistration(of: value)
    actions.append(value, to: Self.monitors)
    let token = temporary("monitor")
    actions.new("NSObject", as: token)
    return .object(token, .unknown)
  }

  /// Objects retained by hand, until they are taken back.
  static let retained = "global.Unmanaged.retained"

  private func unmanaged(_ call: Call) -> Term {
    guard let first = call.first, case .object(let place, let type) = evaluate(first) else {
      return .unknown
    }
    if call.name == "passUnretained" { return .unknown }
    actions.append(.place(Place(stringLiteral: place)), to: Place(stringLiteral: Self.retained))
    if let name = type.name { translator.registering.insert(name) }
    return .object(place, type)
  }

  /// `takeRetainedValue()` and `release()` on an object retained by hand.
  func unmanagedWord(_ call: Call, on place: String) -> Term? {
    guard model.retainsByHand else { return nil }
    let retained = Place(stringLiteral: Self.retained)
    switch call.name {
    case "toOpaque": return .unknown
    case "takeUnretainedValue": return picked(.last, of: Self.retained, .many(.unknown))
    case "takeRetainedValue", "release":
      guard place == Self.retained else {
        actions.remove(.place(Place(stringLiteral: place)), from: retained)
        return .object(place, .unknown)
      }
      let name = temporary("taken")
      actions.take(retained, as: name, .last)
      return .object(name, .unknown)
    default: return nil
    }
  }

  func wait(for reply: String) {
    translator.note(reply: reply)
    actions.await(reply)
  }

  /// `RunLoop.main.run(until: Date(timeIntervalSinceNow: 2))`: the clock moves, and timers fire.
  private func waitOnRunLoop(_ call: Call) -> Term? {
    guard let seconds = (call["until"] ?? call["before"]).flatMap(DateWords.seconds) else {
      return nil
    }
    actions.advance(seconds)
    return .nothing
  }

  private func animate(_ call: Call) -> Term {
    let values = call.closures.map { Value.closure(closure($0)) }
    guard let first = values.first else { return .nothing }
    actions.animate(first, completion: values.count > 1 ? values.last : nil)
    return .nothing
  }

  /// `first.constraint(equalTo: second).isActive = true`.
  func activate(_ target: ExprSyntax) -> Bool {
    guard let access = target.as(MemberAccessExprSyntax.self), let base = access.base,
      access.declName.baseName.text == "isActive",
      let call = base.as(FunctionCallExprSyntax.self), Call(call).name == "constraint"
    else { return false }
    finish(evaluate(base))
    layOutOwnView()
    return true
  }

  /// Adding or removing constraints requests a layout.
  private func layOutOwnView() {
    guard model.isController(typeName), used.isEmpty, callback != "init" else { return }
    actions.layout("self.view")
  }

  /// `queue.async { … }` on any queue.
  func queueWord(_ call: Call) -> Term? {
    let isQueue =
      call.base?.plainText.hasPrefix("DispatchQueue") == true
      || ["async", "asyncAfter"].contains(call.name) && method(call, of: nil) == nil
    guard isQueue, let last = call.last, model.methods(anywhere: call.name).isEmpty else {
      return nil
    }
    switch call.name {
    case "async":
      let handler = value(of: evaluate(last), last)
      if runsForEver(last) {
        noteRegistration(of: handler)
        actions.after(1, do: handler, repeats: true)
      } else {
        actions.async(handler)
      }
      return .nothing
    case "asyncAfter":
      let term = evaluate(last)
      translator.note(delay: 1)
      let handler = value(of: term, last)
      noteHaste(of: last)
      actions.after(1, do: handler, repeats: repeats(handler, last))
      return .nothing
    case "sync": return immediate(call, nil, .unknown)
    default: return nil
    }
  }

  /// Notes that a delayed handler uses a `self` that may be gone by then.
  func noteHaste(of handler: ExprSyntax) {
    guard let typeName, noteUnownedSelf(of: handler) else { return }
    translator.hasty.insert(typeName)
  }

  /// Notes that a delayed handler uses an unowned `self`; returns whether it does.
  @discardableResult
  func noteUnownedSelf(of handler: ExprSyntax) -> Bool {
    let captures = handler.as(ClosureExprSyntax.self)?.signature?.capture?.items ?? []
    guard let typeName, !model.extended.keys.contains(typeName),
      captures.contains(where: {
        $0.specifier?.specifier.text == "unowned" && $0.name.text == "self"
      })
    else { return false }
    translator.askedLater.insert(typeName)
    return true
  }
}
