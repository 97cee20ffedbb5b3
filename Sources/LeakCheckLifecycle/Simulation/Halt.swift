import LeakCheckText

/// The reason why a run ends before its last step.
enum Halt {
  /// The scenario asks for something that is not there.
  case failure(InputError)
  /// The program would crash: an unowned or unmanaged reference is read behind its target's end.
  case trap(Trap)
}

/// A read of freed memory.
struct Trap {
  var holder: Int32
  var target: Int32
  var name: String
  var site: Int32
}
