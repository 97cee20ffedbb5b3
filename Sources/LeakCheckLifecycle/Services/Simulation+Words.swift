import LeakCheckGraph

/// The words of controllers, services and the app.
extension Simulation {
  func performService(_ action: Action, in frame: Frame, on thread: Thread) {
    switch action.word {
    case .timer, .displayLink, .invalidate, .advance, .after, .async, .animate, .source:
      performTimed(action, in: frame)
    case .observe, .observeSelector, .unobserve, .post, .kvo, .sink, .assign, .session,
      .finishSession, .dataTask, .complete:
      performObserving(action, in: frame)
    case .task, .await, .forAwait, .cancel, .signal, .yield, .finish:
      performTask(action, in: frame, on: thread)
    case .addSubview: addSubview(action, in: frame)
    case .removeFromSuperview: removeFromSuperview(action, in: frame)
    case .gesture: addGesture(action, in: frame)
    case .control: addTarget(action, in: frame)
    case .uiAction: addAction(action, in: frame)
    case .delegate: setDelegate(action, in: frame)
    case .layout: layoutView(action, in: frame)
    default: performController(action, in: frame)
    }
  }

  private func performController(_ action: Action, in frame: Frame) {
    switch action.word {
    case .push: push(action, in: frame)
    case .popTo: popTo(action, in: frame)
    case .setViewControllers: setViewControllers(action, in: frame)
    case .swipeBack: swipeBack(action, in: frame)
    case .select: selectTab(action, in: frame)
    case .present: present(action, in: frame)
    case .dragDown: dragDown(action, in: frame)
    case .page: turnPage(action, in: frame)
    case .addChild: addChild(action, in: frame)
    case .willMove: willMove(action, in: frame)
    case .didMove: didMove(action, in: frame)
    case .transition: transition(action, in: frame)
    case .window: makeWindow(action, in: frame)
    case .root:
      if let window = object(action, "of", in: frame),
        let controller = object(action, "root", in: frame)
      {
        replaceRoot(of: window, by: controller)
      }
    default: performSimple(action, in: frame)
    }
  }

  /// The words that name one object, or none.
  private func performSimple(_ action: Action, in frame: Frame) {
    switch action.word {
    case .launch: return launch()
    case .background: return background()
    case .foreground: return foreground()
    case .memoryWarning: return warnOfMemory()
    default: break
    }
    guard let object = object(action, action.word.key, in: frame) else { return }
    heap.pin(object)
    frame.temporaries.append(object)
    switch action.word {
    case .show: show(object)
    case .loadViewIfNeeded:
      guard requireController(object) else { return }
      announceRead(of: "view", on: object, isLast: true)
      loadViewIfNeeded(object)
    case .pop: pop(object)
    case .popToRoot: popToRoot(object)
    case .dismiss: dismiss(object)
    case .removeFromParent: removeFromParent(object)
    case .rotate: rotate(object)
    case .disconnectScene: disconnect(object)
    default: break
    }
  }

  // MARK: - Views' references

  private func addGesture(_ action: Action, in frame: Frame) {
    guard let object = object(action, "on", in: frame) else { return }
    let view = view(of: object)
    let recognizer = make("UIGestureRecognizer", hint: "gesture", in: frame)
    let target = self.object(action, "gesture.target", in: frame) ?? -1
    guard halt == nil, view >= 0 else { return }
    hold("target", of: recognizer, target, strength: .weak)
    hold("view", of: recognizer, view, strength: .weak)
    hold("gestureRecognizers", of: view, recognizer, isListed: true)
  }

  private func addTarget(_ action: Action, in frame: Frame) {
    guard let object = object(action, "on", in: frame) else { return }
    let target = self.object(action, "control.target", in: frame) ?? -1
    guard halt == nil else { return }
    hold("targets", of: view(of: object), target, strength: .weak, isListed: true)
  }

  private func addAction(_ action: Action, in frame: Frame) {
    let handler = value(action, "uiAction", in: frame)
    guard let object = object(action, "on", in: frame) else { return }
    let item = make("UIAction", hint: "action", in: frame)
    hold("handler", of: item, handler)
    hold("actions", of: view(of: object), item, isListed: true)
  }

  private func setDelegate(_ action: Action, in frame: Frame) {
    guard let holder = object(action, "of", in: frame) else { return }
    let target = object(action, "delegate", in: frame) ?? -1
    guard halt == nil else { return }
    heap.store(slot("delegate", target: target, of: holder), in: holder)
  }
}
