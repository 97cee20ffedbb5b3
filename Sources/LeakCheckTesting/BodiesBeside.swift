import Foundation
import LeakCheckCapture

/// The bodies of the checks admitted beside this one, which may wait for one another.
///
/// Bodies that wait for each other end soon after one another; then this check judges what is left. If a body
/// continues, this check waits for its end, which frees what it holds. What is left even then may belong to either.
struct BodiesBeside {
  private let pass: CheckGate.Pass
  private let begin = Date()
  /// Whether all bodies ended at about the same time as this one.
  private(set) var areOver = true
  private var hasWaited = false

  /// The time in seconds within which bodies that waited for each other end.
  private static let grace = 2.0

  /// Records the end of a check's own body, and the objects created while it ran beside another.
  init(_ pass: CheckGate.Pass, claiming objects: Set<ObjectAddress>?) {
    self.pass = pass
    CheckGate.shared.endBody(pass, claiming: objects)
    areOver = !CheckGate.shared.isBesideBody(pass)
  }

  /// Whether this check still waits for one of them.
  var mayEnd: Bool {
    mutating get {
      guard CheckGate.shared.isBesideBody(pass) else {
        areOver = areOver || -begin.timeIntervalSinceNow < Self.grace
        return false
      }
      if !hasWaited { CheckGate.shared.setWaiting(true, pass) }
      hasWaited = true
      return -begin.timeIntervalSinceNow < Double(CheckGate.shared.patience)
    }
  }

  /// The same for a check that blocks its thread, which the others may need.
  var mayEndBlocking: Bool {
    mutating get { mayEnd && -begin.timeIntervalSinceNow < Self.grace && CheckGate.shared.pause() }
  }

  /// Whether what is left is this check's own: the other bodies have ended, and what they made is known.
  var areKnown: Bool { areOver && !CheckGate.shared.isBesideUnknown(pass) }

  /// Ends the wait; returns whether there is anything to judge again.
  func end() -> Bool {
    if hasWaited { CheckGate.shared.setWaiting(false, pass) }
    return CheckGate.shared.wasBeside(pass)
  }

  /// A note for the reader about what is left.
  static var note: String {
    "another leak check ran at the same time and did not end within"
      + " \(CheckGate.shared.patience) seconds, maybe because it waits for this one: what is left may be"
      + " its objects"
  }
  /// The reason why what only new threads and tasks hold is not judged.
  static let begunWords =
    "a test that ran at the same time may have begun the thread or task that holds it; run with --no-parallel to find out"
  /// The reason why what is left is not judged.
  static let words =
    "the body of another leak check ran at the same time, and for longer: what is left may be what that holds"
}
