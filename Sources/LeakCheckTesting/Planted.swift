/// An object that leaks on purpose, on a cycle.
final class PlantedInCycle {
  var next: PlantedInCycle?
}

/// An object that a global variable holds on purpose.
final class PlantedInGlobal {
  var number = 1
}

/// An object that the frame of a task holds on purpose.
final class PlantedInTask: Sendable {
  let number = 1
}

/// An object that a closure holds on purpose.
final class PlantedInClosure {
  var number = 1
}

/// The holder of planted objects, in one global variable.
final class PlantedStore: @unchecked Sendable {
  static let shared = PlantedStore()

  var object: PlantedInGlobal?
  var action: (() -> Void)?
  var continuation: CheckedContinuation<Void, Never>?
}
