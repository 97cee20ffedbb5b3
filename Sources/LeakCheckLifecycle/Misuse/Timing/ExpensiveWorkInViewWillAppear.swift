struct ExpensiveWorkInViewWillAppear: MisuseRule {
  let code: Misuse.Code = .expensiveWorkInViewWillAppear
  let message =
    "viewWillAppear(_:) runs before each appearance, also a cancelled one: slow work delays every transition"
  let correct =
    "start it in viewDidLoad() or viewDidAppear(_:), asynchronously"
  let events: [RunEvent.Kind] = [.acts]

  private static let words: Set<Word> = [.session(.dataTask), .session(.session), .time(.advance)]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .acts(let action, let call, by: _) = event, call.name == "viewWillAppear",
      Self.words.contains(action.word)
    else { return }
    run.report(self, of: call.object)
  }
}

extension Misuse.Code {
  /// Slow work runs before each appearance of the screen.
  public static let expensiveWorkInViewWillAppear: Misuse.Code = .init(
    "expensive-work-in-viewWillAppear")
}
