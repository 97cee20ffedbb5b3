import LeakCheckGraph

/// What goes into a body and comes out of it: arguments, returned values, and turns over many objects.
extension Simulation {
  func performFlow(_ action: Action, in frame: Frame, on thread: Thread) {
    switch action.word {
    case .parameters:
      guard case .names(let names)? = action["parameters"] else { return }
      takeArguments(names, in: frame)
    case .giveBack: giveBack(action, in: frame, on: thread)
    case .unless:
      guard let place = place(action, "unless") else { return }
      let isThere = object(place, in: frame) >= 0
      if isThere, halt == nil { returnFrom(frame, on: thread) }
    default: repeatForEach(action, in: frame, on: thread)
    }
  }

  /// The objects of a call's arguments, -1 for null.
  func arguments(of action: Action, in frame: Frame) -> [Int32] {
    guard case .values(let values)? = action["with"] else { return [] }
    return values.map { halt == nil ? evaluate($0, in: frame) : -1 }
  }

  /// Hands arguments to a body, which holds them for as long as it runs: its caller does.
  func hand(_ handover: Handover, to frame: Frame) {
    frame.handover = handover
    for argument in handover.arguments where argument >= 0 {
      heap.pin(argument)
      frame.held.append(argument)
    }
  }

  /// Names what the caller hands over; what it does not is null.
  private func takeArguments(_ names: [String], in frame: Frame) {
    let arguments = function(of: frame).handover.arguments
    for (position, name) in names.enumerated() where halt == nil {
      let argument = position < arguments.count ? arguments[position] : -1
      // A name of its own, also where something around has the same.
      heap.pin(argument)
      frame.variables.append(
        Variable(name: name, target: argument, strength: .strong, isPinned: true))
    }
  }

  /// Leaves the function, behind what its `guard` does first.
  func leaveByElse(_ action: Action, in frame: Frame, on thread: Thread) {
    guard case .actions(let actions)? = action["else"] else {
      return returnFrom(frame, on: thread)
    }
    let end = Action(
      word: .giveBack, operands: [("return", .value(.null))], place: action.place, site: site)
    call(Frame(actions + [end], outer: frame), on: thread)
  }

  /// Leaves the function, and gives its caller a value.
  private func giveBack(_ action: Action, in frame: Frame, on thread: Thread) {
    let target = value(action, "return", in: frame)
    guard halt == nil else { return }
    let handover = function(of: frame).handover
    heap.pin(target)
    returnFrom(frame, on: thread)
    if let caller = handover.caller, let result = handover.result {
      bind(result, to: target, in: caller)
    }
    heap.unpin(target)
  }

  /// The frame of the function that a loop's body is part of.
  func function(of frame: Frame) -> Frame {
    var function = frame
    while let outer = function.outer { function = outer }
    return function
  }

  /// Puts a turn on the thread for each object that a place has now, the first on top.
  private func repeatForEach(_ action: Action, in frame: Frame, on thread: Thread) {
    guard let place = place(action, "each"), let name = text(action, "as"),
      case .actions(let body)? = action["do"]
    else { return }
    for object in objects(at: place, in: frame).reversed() where halt == nil {
      heap.pin(object)
      let turn = Frame(
        body, variables: [Variable(name: name, target: object, strength: .strong)], outer: frame)
      turn.held = [object]
      call(turn, on: thread)
    }
  }

  private func objects(at place: Place, in frame: Frame) -> [Int32] {
    guard let (holder, name) = holder(of: place, in: frame) else {
      let object = object(place, in: frame)
      return object >= 0 ? [object] : []
    }
    return heap.objects[Int(holder)].slots.filter { $0.name == name && $0.target >= 0 }
      .map(\.target).filter(heap.isAlive)
  }
}
