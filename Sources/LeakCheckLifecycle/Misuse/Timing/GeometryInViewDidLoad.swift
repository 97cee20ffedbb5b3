struct GeometryInViewDidLoad: MisuseRule {
  let code: Misuse.Code = .geometryInViewDidLoad
  let message =
    "in viewDidLoad() the view has a placeholder size and is in no window: its geometry is a guess"
  let correct =
    "read geometry in viewIsAppearing(_:) or viewDidLayoutSubviews()"
  let events: [RunEvent.Kind] = [.reads]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard let controller = event.readsGeometry(in: "viewDidLoad", of: run) else { return }
    run.report(self, of: controller)
  }
}

extension Misuse.Code {
  /// Geometry is read in `viewDidLoad()`.
  public static let geometryInViewDidLoad: Misuse.Code = .init("geometry-in-viewDidLoad")
}
