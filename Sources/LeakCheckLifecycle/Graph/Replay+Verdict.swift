extension Replay {
  /// The result of a run with a cut.
  enum Verdict: Equatable {
    /// Everything of the finding goes; `losing` says whether something else of the app does that was needed.
    case gone(losing: Bool)
    /// The cycle of the finding is none any more, and what holds it from outside still holds something of it.
    case opened(losing: Bool)
    case held(String)
    case traps(String)
    case early(String)
    /// Something that the scenario states does not hold any more.
    case breaks(String)
    /// The cut is nothing that a run could do otherwise.
    case untried
  }
}

extension Replay.Verdict {
  /// What stands first among cuts: what shows more before what shows less.
  var rank: Int {
    switch self {
    case .gone(losing: false): 0
    case .opened(losing: false): 1
    case .gone(losing: true), .opened(losing: true), .untried: 2
    case .held: 3
    case .traps, .early, .breaks: 4
    }
  }

  /// Whether everything of the finding goes.
  var isGone: Bool {
    if case .gone = self { return true }
    return false
  }

  /// Whether the cycle is none any more, and something of it stays.
  var isOpened: Bool {
    if case .opened = self { return true }
    return false
  }

  /// Whether the finding is none any more.
  var isMended: Bool { isGone || isOpened }

  /// Whether something still holds what should go.
  var isHeld: Bool {
    if case .held = self { return true }
    return false
  }

  /// Whether the run misses something that the scenario states or uses.
  var isUnsafe: Bool {
    switch self {
    case .traps, .early, .breaks: true
    case .gone, .opened, .held, .untried: false
    }
  }

  /// What the run showed, as the end of a sentence.
  var words: String? {
    switch self {
    case .gone: "run again with this cut, everything goes"
    case .opened: "run again with this cut, the cycle is gone"
    case .held(let holder): "run again with this cut alone, \(holder) still holds it"
    case .traps(let place): "run again with this cut, the program traps at \(place)"
    case .early(let place): "run again with this cut, something is freed before \(place) uses it"
    case .breaks(let what): "run again with this cut, \(what)"
    case .untried: nil
    }
  }
}
