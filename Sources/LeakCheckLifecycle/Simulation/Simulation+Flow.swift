import LeakCheckGraph

/// The words of a body: its arguments and result, and loops over objects.
enum BodyWord: String, SubjectWord {
  case superCall = "super"
  case noSuper = "no super"
  case log, parameters
  case giveBack = "return"
  case unless, each
  case whileThere = "while"

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .superCall: run.callSuper(in: frame)
    case .noSuper: break
    case .log: run.logHere(action, in: frame)
    case .parameters: run.takeArguments(action, in: frame)
    case .giveBack: run.giveBack(action, in: frame, on: thread)
    case .unless: run.leave(frame, unless: action, on: thread)
    case .each: run.repeatForEach(action, in: frame, on: thread)
    case .whileThere: run.repeatWhileThere(action, in: frame, on: thread)
    }
  }
}

extension Simulation {
  fileprivate func logHere(_ action: Action, in frame: Frame) {
    guard let call = frame.call else { return fail("\"log\" outside a callback") }
    record(call, at: action.place)
  }

  /// Leaves the function where something is there.
  fileprivate func leave(_ frame: Frame, unless action: Action, on thread: Thread) {
    guard let place = place(action, "unless") else { return }
    let isThere = object(place, in: frame) >= 0
    if isThere, halt == nil { returnFrom(frame, on: thread) }
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
      heap.retain(argument)
      frame.held.append(argument)
    }
  }

  /// Names what the caller hands over; what it does not is null.
  fileprivate func takeArguments(_ action: Action, in frame: Frame) {
    guard case .names(let names)? = action["parameters"] else { return }
    let arguments = function(of: frame).handover.arguments
    for (position, name) in names.enumerated() where halt == nil {
      let argument = position < arguments.count ? arguments[position] : -1
      // A name of its own, also where something around has the same.
      heap.retain(argument)
      frame.variables.append(
        Variable(name: name, target: argument, strength: .strong, isRetained: true))
    }
  }

  /// Leaves the function, behind what its `guard` does first.
  func leaveByElse(_ action: Action, in frame: Frame, on thread: Thread) {
    guard case .actions(let actions)? = action["else"] else {
      return returnFrom(frame, on: thread)
    }
    let end = Action(
      word: .body(.giveBack), operands: [("return", .value(.null))], place: action.place, site: site
    )
    call(Frame(actions + [end], outer: frame), on: thread)
  }

  /// Leaves the function, and gives its caller a value.
  fileprivate func giveBack(_ action: Action, in frame: Frame, on thread: Thread) {
    let target = value(action, "return", in: frame)
    guard halt == nil else { return }
    let handover = function(of: frame).handover
    heap.retain(target)
    returnFrom(frame, on: thread)
    if let caller = handover.caller, let result = handover.result {
      setLocal(result, to: target, in: caller)
    }
    heap.release(target)
  }

  /// The frame of the function that a loop's body is part of.
  func function(of frame: Frame) -> Frame {
    var function = frame
    while let outer = function.outer { function = outer }
    return function
  }

  /// Puts a turn on the thread for each object that a place has now, the first on top.
  fileprivate func repeatForEach(_ action: Action, in frame: Frame, on thread: Thread) {
    guard let place = place(action, "each"), let name = text(action, "as"),
      case .actions(let body)? = action["do"]
    else { return }
    for object in objects(at: place, in: frame).reversed() where halt == nil {
      heap.retain(object)
      let turn = Frame(
        body, variables: [Variable(name: name, target: object, strength: .strong)], outer: frame)
      turn.held = [object]
      call(turn, on: thread)
    }
  }

  /// Puts a turn on the thread, and the question for the next below it, where a place has something now.
  fileprivate func repeatWhileThere(_ action: Action, in frame: Frame, on thread: Thread) {
    guard let place = place(action, "while"), case .actions(let body)? = action["do"],
      !objects(at: place, in: frame).isEmpty
    else { return }
    var next = action
    if case .number(let most)? = action["most"] {
      guard most > 0 else { return }
      next.operands = action.operands.map { $0.key == "most" ? ($0.key, .number(most - 1)) : $0 }
    }
    call(Frame([next], outer: frame), on: thread)
    call(Frame(body, outer: frame), on: thread)
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
