import LeakCheckGraph
import LeakCheckText

/// A push onto a navigation controller that is in no window: the controller never appeared.
package struct UnseenPush: Sendable {
  /// The type of what was pushed.
  package var type: String
  /// What the navigation controller is called.
  package var navigation: String
  /// Where it was pushed.
  package var place: SourcePlace
}

extension Screens {
  /// Remembers a push that shows nothing: nobody shows the navigation controller, nor what it is in.
  func noteUnseen(_ controller: Int32, on navigation: Int32) {
    guard run.settings.findsUnseen, asksForAppearance(controller) else { return }
    let root = root(of: navigation)
    guard run.target("presentingViewController", of: root) < 0, !isInWindow(root) else { return }
    app.unseen.append((controller, navigation, run.site))
  }

  /// Forgets the pushes of what appears after all, or onto it.
  func noteSeen(_ controller: Int32) {
    app.unseen.removeAll { $0.controller == controller || $0.navigation == controller }
  }

  /// Whether a controller of the program does something when it is loaded, appears or goes.
  private func asksForAppearance(_ controller: Int32) -> Bool {
    let type = run.heap.type(of: controller)
    return CallbackName.ofFrameworks.subtracting(["init", "deinit"]).contains { name in
      run.types.chain(of: name, in: type).contains { actions in
        actions.contains { $0.word != .body(.superCall) }
      }
    }
  }
}

extension Scenario {
  /// Runs the scenario, and finds the pushes whose controllers never appear as no window shows them.
  ///
  /// - Complexity: O(actions run × objects that each touches).
  package func unseenPushes() -> [UnseenPush] {
    var settings = RunSettings()
    settings.isReplay = true
    settings.findsUnseen = true
    guard let program = try? Program(self) else { return [] }
    let simulation = Simulation(program, settings: settings)
    simulation.run()
    return simulation.screens.app.unseen.compactMap { unseen in
      simulation.sitePlace(unseen.site).map {
        UnseenPush(
          type: simulation.typeName(unseen.controller),
          navigation: LocalName.shown(simulation.heap.label(of: unseen.navigation)), place: $0)
      }
    }
  }
}
