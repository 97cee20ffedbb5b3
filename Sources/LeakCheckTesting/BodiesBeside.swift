import Foundation
import LeakCheckCapture

/// The bodies of the checks that were let in beside this one, of which one may wait for another.
///
/// Those that wait for each other end soon after one another: then what is left is judged. Where a body runs on, this check
/// waits for its end, which frees what it holds; what is left even so may be either's.
struct BodiesBeside {
  private let pass: CheckGate.Pass
  private let begin = Date()
  /// Whether all of them have ended about when this one did.
  private(set) var areOver = true
  private var hasWaited = false

  /// The seconds within which bodies end that have waited for each other.
  private static let grace = 2.0

  /// Says that a check's own body has ended, and which objects came into being while it ran beside another.
  init(_ pass: CheckGate.Pass, claiming objects: Set<ObjectAddress>) {
    self.pass = pass
    CheckGate.shared.endBody(pass, claiming: objects)
    areOver = !CheckGate.shared.isBesideBody(pass)
  }

  /// Whether one of them runs that is still waited for.
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

  /// Ends waiting; returns whether there is anything to judge again.
  func end() -> Bool {
    if hasWaited { CheckGate.shared.setWaiting(false, pass) }
    return CheckGate.shared.wasBeside(pass)
  }

  /// What a reader must know of what is left.
  static var note: String {
    "another leak check ran at the same time and did not end within"
      + " \(CheckGate.shared.patience) seconds, maybe because it waits for this one: what is left may be"
      + " its objects"
  }
  /// Why what is left is not judged.
  static let words =
    "the body of another leak check ran at the same time, and for longer: what is left may be what that holds"
}
