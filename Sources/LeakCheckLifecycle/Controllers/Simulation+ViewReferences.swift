import LeakCheckGraph

/// What a view holds besides its subviews: gestures, targets, actions, a delegate.
extension Simulation {
  func addGesture(_ action: Action, in frame: Frame) {
    guard let object = object(action, "on", in: frame) else { return }
    let view = view(of: object)
    let recognizer = make("UIGestureRecognizer", hint: "gesture", in: frame)
    let target = self.object(action, "gesture.target", in: frame) ?? -1
    guard halt == nil, view >= 0 else { return }
    setReference("target", of: recognizer, target, strength: .weak)
    setReference("view", of: recognizer, view, strength: .weak)
    setReference("gestureRecognizers", of: view, recognizer, isListed: true)
  }

  func addTarget(_ action: Action, in frame: Frame) {
    guard let object = object(action, "on", in: frame) else { return }
    let target = self.object(action, "control.target", in: frame) ?? -1
    guard halt == nil else { return }
    setReference("targets", of: view(of: object), target, strength: .weak, isListed: true)
  }

  func addAction(_ action: Action, in frame: Frame) {
    let handler = value(action, "uiAction", in: frame)
    guard let object = object(action, "on", in: frame) else { return }
    let item = make("UIAction", hint: "action", in: frame)
    setReference("handler", of: item, handler)
    setReference("actions", of: view(of: object), item, isListed: true)
  }

  func setDelegate(_ action: Action, in frame: Frame) {
    guard let holder = object(action, "of", in: frame) else { return }
    let target = object(action, "delegate", in: frame) ?? -1
    guard halt == nil else { return }
    heap.store(slot("delegate", target: target, of: holder), in: holder)
  }
}
