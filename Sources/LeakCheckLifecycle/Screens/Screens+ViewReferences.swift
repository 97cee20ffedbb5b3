import LeakCheckGraph

/// A view's references other than subviews: gestures, targets, actions, a delegate.
extension Screens {
  func addGesture(_ action: Action, in frame: Frame) {
    guard let object = run.object(action, "on", in: frame) else { return }
    let view = view(of: object)
    let recognizer = run.make("UIGestureRecognizer", hint: "gesture", in: frame)
    let target = run.object(action, "gesture.target", in: frame) ?? -1
    guard run.halt == nil, view >= 0 else { return }
    run.setReference("target", of: recognizer, target, strength: .weak)
    run.setReference("view", of: recognizer, view, strength: .weak)
    run.setReference("gestureRecognizers", of: view, recognizer, isListed: true)
  }

  func addTarget(_ action: Action, in frame: Frame) {
    guard let object = run.object(action, "on", in: frame) else { return }
    let target = run.object(action, "control.target", in: frame) ?? -1
    guard run.halt == nil else { return }
    run.setReference("targets", of: view(of: object), target, strength: .weak, isListed: true)
  }

  func addAction(_ action: Action, in frame: Frame) {
    let handler = run.value(action, "uiAction", in: frame)
    guard let object = run.object(action, "on", in: frame) else { return }
    let item = run.make("UIAction", hint: "action", in: frame)
    run.setReference("handler", of: item, handler)
    run.setReference("actions", of: view(of: object), item, isListed: true)
  }

  func setDelegate(_ action: Action, in frame: Frame) {
    guard let holder = run.object(action, "of", in: frame) else { return }
    let target = run.object(action, "delegate", in: frame) ?? -1
    guard run.halt == nil else { return }
    run.heap.store(run.slot("delegate", target: target, of: holder), in: holder)
  }
}
