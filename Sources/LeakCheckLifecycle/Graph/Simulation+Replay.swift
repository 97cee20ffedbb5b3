import LeakCheckGraph

extension Simulation {
  /// Notes what an action found, for comparing runs.
  func note(_ object: Int32) {
    guard halt == nil else { return }
    let use: UseLog.Use =
      object < 0 ? .nothing : goneReasons[object] == nil ? .needed : .goneExpected
    replayed.uses.add(use, at: site)
  }
}

/// The differences of a replay: it ends the references that a cut ends when the cut's object goes.
extension Simulation {
  /// Ends what a cut ends when the object that it is for goes.
  func applyEnds(of object: Int32) {
    guard !settings.ends.isEmpty || !settings.removals.isEmpty else { return }
    for index in replayed.ended(of: registrations, by: settings) {
      let held = registrations[index].object
      let isOwn = registrations[index].owner == object || holds(held, object)
      if isOwn { endLikeTheApp(index) }
    }
    guard !settings.removals.isEmpty else { return }
    holders.update(from: heap)
    for holder in holders.all(of: object, in: heap) { remove(from: holder, .target(object)) }
    remove(from: object)
  }

  /// Ends what no screen's going has ended.
  func applyEndsAtEnd() {
    guard !settings.ends.isEmpty || !settings.removals.isEmpty else { return }
    for index in replayed.ended(of: registrations, by: settings) { endLikeTheApp(index) }
    guard !settings.removals.isEmpty else { return }
    for holder in 0..<heap.count { remove(from: holder) }
  }

  private func holds(_ holder: Int32, _ object: Int32) -> Bool {
    !heap.isFreed(holder) && heap.objects[Int(holder)].slots.contains { $0.target == object }
  }

  /// A task is cancelled, and only then let go: cancelling alone may not end it.
  private func endLikeTheApp(_ registration: Int32) {
    guard registrations[registration].isActive else { return }
    if registrations[registration].kind == .task {
      tasks.cancel(registrations[registration].object)
    } else {
      let ended = registrations[registration]
      registrations.end(registration)
      if ended.kind == .continuation { tasks.resume(ended.object) }
    }
  }

  /// Takes out of an object what a cut takes out of its collections, or that to one target.
  private func remove(from holder: Int32, _ key: SlotList.Key? = nil) {
    guard !heap.isFreed(holder) else { return }
    let type = declarer(of: holder)
    heap.remove(from: holder, key) {
      settings.removals.contains(.init(type: type, name: heap.text($0.name)))
    }
  }
}
