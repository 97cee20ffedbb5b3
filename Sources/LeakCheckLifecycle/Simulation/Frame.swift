import LeakCheckGraph

/// A name in a frame, with its value.
struct Variable {
  var name: String
  var target: Int32
  var strength: Strength
  /// Whether the frame itself holds the target; captures are held by their closure.
  var isRetained = false
  /// Where a guard unwrapped it, or 0.
  var unwrapped: Int32 = 0
}

/// A running body: a callback, a method, a closure, a loop iteration, or the steps.
///
/// A class, because a suspended task keeps its frames while others run.
final class Frame {
  let actions: [Action]
  var position = 0
  /// The locals in the order in which they were made; where one was taken out of many, nothing stands.
  var variables: [Variable]
  private var places = VariablePlaces()
  /// Objects that the caller holds for as long as the body runs.
  var held: [Int32] = []
  /// New objects that nobody holds yet; released behind each action.
  var temporaries: [Int32] = []
  /// The frame around a loop's body.
  let outer: Frame?
  /// The stream of a `for await` loop, whose turns are frames of their own.
  var stream: String?
  /// The closure whose body this is, or -1.
  var closure: Int32 = -1
  /// The callback that the body belongs to.
  var call: CallbackCall?
  /// The method that the body is, where it is no callback.
  var method: String?
  var level = 0
  /// What the caller hands over, and where it wants what the body gives back.
  var handover = Handover()

  init(_ actions: [Action], variables: [Variable] = [], outer: Frame? = nil) {
    self.actions = actions
    self.variables = variables
    self.outer = outer
  }

  /// Whether the frame is a loop or a turn of one, which a `return` leaves too.
  var isInLoop: Bool { outer != nil }

  /// The closure that the frame, or a loop's body, runs in, or -1.
  var enclosingClosure: Int32 { closure >= 0 ? closure : outer?.enclosingClosure ?? -1 }

  func variable(_ name: String) -> Variable? {
    if let index = index(of: name) { return variables[index] }
    return outer?.variable(name)
  }

  /// The frame and index of a variable.
  func slot(_ name: String) -> (frame: Frame, index: Int)? {
    if let index = index(of: name) { return (self, index) }
    return outer?.slot(name)
  }

  /// Takes a variable out and gives it.
  func removeVariable(at index: Int) -> Variable { places.remove(at: index, from: &variables) }

  private func index(of name: String) -> Int? { places.index(of: name, in: variables) }
}

/// The arguments of a call, and the caller's local for the result.
struct Handover {
  var arguments: [Int32] = []
  var caller: Frame?
  var result: String?
}

/// A stack of running frames, which may wait if it belongs to a task.
final class Thread {
  enum Wait: Hashable {
    case signal(String)
    case stream(String)
    /// A continuation that nothing resumes any more.
    case continuation(Int32)
  }

  var frames: [Frame]
  /// The task, or -1.
  let task: Int32
  var wait: Wait?
  var isCancelled = false

  init(_ frame: Frame, task: Int32 = -1) {
    frames = [frame]
    self.task = task
  }
}

/// A running callback, from the type's own implementation up to the framework's.
final class CallbackCall {
  let name: String
  let object: Int32
  let chain: [[Action]]
  let base: () -> Void
  var handover = Handover()
  var reachesBase = false
  var isLogged = false

  init(_ name: String, to object: Int32, chain: [[Action]], base: @escaping () -> Void) {
    self.name = name
    self.object = object
    self.chain = chain
    self.base = base
  }

  /// Whether the type's own implementation leaves `super` out.
  var leavesSuperOut: Bool { chain.first?.contains { $0.word == .body(.noSuper) } == true }

  /// Whether the type's own implementation does more than a log line.
  var isCustom: Bool {
    chain.first?.contains { $0.word != .body(.log) && $0.word != .body(.noSuper) } == true
  }
}
