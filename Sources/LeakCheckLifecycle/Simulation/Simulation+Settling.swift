/// The time behind the last step, in which everything happens that happens once.
extension Simulation {
  /// One leads to the next, as a request to another one; a program that always asks again does not end.
  private static let mostRounds = 4

  /// Whether something waits for what happens once: a timer, a response, a reply to a task.
  var waitsForSomething: Bool {
    registrations.indices.contains {
      registrations[$0].isActive && registrations[$0].endsByItself
    } || !tasks.awaitedSignals.isEmpty
  }

  /// Lets one-shot timers fire, requests complete, and tasks get the replies that they wait for.
  func settle() {
    for _ in 0..<Self.mostRounds where halt == nil && waitsForSomething {
      runLoop.fireOnce()
      sessions.completeAll()
      for signal in tasks.awaitedSignals where halt == nil { tasks.wake(.signal(signal)) }
      mainQueue.drain()
    }
  }
}
