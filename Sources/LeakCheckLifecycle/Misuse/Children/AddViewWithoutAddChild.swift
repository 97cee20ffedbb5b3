struct AddViewWithoutAddChild: MisuseRule {
  let code: Misuse.Code = .addViewWithoutAddChild
  let message =
    "the view is added and its controller is not: rotation, traits and forwarding never reach it, and nobody owns it"
  let correct =
    "addChild(child), then add the view, then child.didMove(toParent: self)"
  let events: [RunEvent.Kind] = [.addsView]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .addsView(let view) = event, let child = run.screens.controllers.owners[view],
      run.target("parent", of: child) < 0, !isRoot(child, in: run)
    else { return }
    run.report(self, of: run.calls.last?.object ?? child)
  }

  private func isRoot(_ controller: Int32, in run: Simulation) -> Bool {
    run.screens.app.windows.contains { window in
      run.heap.isAlive(window) && run.target("rootViewController", of: window) == controller
    }
  }
}

extension Misuse.Code {
  /// The view of a controller is added, but the controller is not.
  public static let addViewWithoutAddChild: Misuse.Code = .init("add-view-without-addChild")
}
