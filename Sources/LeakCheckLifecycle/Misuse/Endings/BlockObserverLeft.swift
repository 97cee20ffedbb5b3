struct BlockObserverLeft: MisuseRule {
  let code: Misuse.Code = .blockObserverLeft
  let message =
    "nobody hands the token to removeObserver(_:): the block runs on after its screen, and each visit adds one more"
  let correct =
    "keep the token and hand it to removeObserver(_:), in deinit where the block does not hold the controller"
  let events: [RunEvent.Kind] = [.outlivesScreen]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .outlivesScreen(let registration) = event, registration.kind == .observer,
      !isUnbalanced(registration, in: run), !isRemoved(registration, in: run)
    else { return }
    run.report(self, for: registration)
  }

  /// Whether the deinit of its controller removes an observer: what keeps the controller is told then.
  ///
  /// `removeObserver(self)` removes no block, which only a token does.
  private func isRemoved(_ registration: Registration, in run: Simulation) -> Bool {
    let type = run.heap.type(of: registration.owner)
    return run.teardowns.actions(of: type, by: .deinitializer).contains {
      guard $0.word == .observation(.unobserve), case .place(let place)? = $0["unobserve"] else {
        return false
      }
      return !(place.path.isEmpty && place.name == "self")
    }
  }

  /// Whether an observer was told of already, as one that each appearance adds again.
  private func isUnbalanced(_ registration: Registration, in run: Simulation) -> Bool {
    let line = run.sitePlace(registration.site)?.line ?? 0
    return run.misuses.contains {
      $0.code == .unbalancedObserver && $0.callback == registration.callback && $0.line == line
    }
  }
}

extension Misuse.Code {
  /// The block of an observer outlives the screen that added it.
  public static let blockObserverLeft: Misuse.Code = .init("block-observer-left")
}
