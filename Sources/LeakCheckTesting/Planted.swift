/// An object that is leaked on purpose, on a cycle.
final class PlantedInCycle {
  var next: PlantedInCycle?
}

/// An object that a global variable keeps on purpose.
final class PlantedInGlobal {
  var number = 1
}

/// An object that the frame of a task keeps on purpose.
final class PlantedInTask: Sendable {
  let number = 1
}

/// An object that a closure keeps on purpose.
final class PlantedInClosure {
  var number = 1
}

/// The holder of planted objects, all of it in one global variable.
final class PlantedStore: @unchecked Sendable {
  static let shared = PlantedStore()

  var object: PlantedInGlobal?
  var action: (() -> Void)?
  var continuation: CheckedContinuation<Void, Never>?
}
