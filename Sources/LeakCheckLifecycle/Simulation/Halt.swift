import LeakCheckText

/// The reason why a run ends before its last step.
enum Halt {
  /// The scenario asks for something that is not there.
  case failure(InputError)
  /// The run reached one of its bounds.
  case bound(InputError)
  /// The program would crash: an unowned or unmanaged reference is read behind its target's end.
  case trap(Trap)
}

/// The reason why an action of a source is not followed.
enum Unfollowed: Hashable {
  /// A call that nests too deep.
  case nestsTooDeep
  /// An action that asks for something that is not there, with the problem.
  case fails(String)

  /// The reason in words.
  var words: String {
    switch self {
    case .nestsTooDeep: "calls nest too deep there: they have no end, or another overload is meant"
    case .fails(let problem): problem
    }
  }
}

/// A read of freed memory.
struct Trap {
  var holder: Int32
  var target: Int32
  var name: String
  var site: Int32
}
