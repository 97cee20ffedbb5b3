struct GeometryInViewWillAppear: MisuseRule {
  let code: Misuse.Code = .geometryInViewWillAppear
  let message =
    "in viewWillAppear(_:) the view is not in the hierarchy yet: size, safe area and traits may be old"
  let correct =
    "read geometry in viewIsAppearing(_:)"
  let events: [RunEvent.Kind] = [.reads]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard let controller = event.readsGeometry(in: "viewWillAppear", of: run) else { return }
    run.report(self, of: controller)
  }
}

extension Misuse.Code {
  /// Geometry is read in `viewWillAppear(_:)`.
  public static let geometryInViewWillAppear: Misuse.Code = .init("geometry-in-viewWillAppear")
}
