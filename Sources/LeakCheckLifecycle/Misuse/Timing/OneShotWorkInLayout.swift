struct OneShotWorkInLayout: MisuseRule {
  let code: Misuse.Code = .oneShotWorkInLayout
  let message =
    "layout callbacks run for each layout, rotation and resize: what is added here is added again and again"
  let correct =
    "do it in viewDidLoad() or viewIsAppearing(_:), and only place things here"
  let events: [RunEvent.Kind] = [.acts]

  private static let words: Set<Word> = [
    .view(.addSubview), .view(.gesture), .view(.control), .view(.uiAction), .observation(.observe),
    .observation(.observeSelector), .observation(.kvo), .time(.timer),
    .time(.displayLink), .task(.task), .time(.source), .publisher(.sink), .publisher(.assign),
    .container(.addChild), .container(.present), .container(.push), .session(.session),
    .session(.dataTask),
    .object(.append),
  ]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .acts(let action, let call, by: _) = event, CallbackName.layout.contains(call.name),
      call.name != "updateViewConstraints", Self.words.contains(action.word)
    else { return }
    run.report(self, of: call.object)
  }
}

extension Misuse.Code {
  /// One-time work runs on each layout.
  public static let oneShotWorkInLayout: Misuse.Code = .init("one-shot-work-in-layout")
}
