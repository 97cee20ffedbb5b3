// Continuations and retains by hand: what the compiler cannot check. The screens are used by one task at
// a time; hence `@unchecked Sendable`.

enum CheckedInSelf {
  final class LoginVC: @unchecked Sendable {
    var continuation: CheckedContinuation<Bool, Never>?
    var isLoggedIn = false
    func viewDidLoad() {
      Task {
        self.isLoggedIn = await withCheckedContinuation { self.continuation = $0 }
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = LoginVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { $0.continuation?.resume(returning: true) }
  }
}

enum UnsafeInSelf {
  @safe final class LoginVC: @unchecked Sendable {
    var continuation: UnsafeContinuation<Bool, Never>?
    var isLoggedIn = false
    func viewDidLoad() {
      Task {
        self.isLoggedIn = await unsafe withUnsafeContinuation { unsafe self.continuation = $0 }
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = LoginVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { unsafe $0.continuation?.resume(returning: true) }
  }
}

/// The closure has the continuation, whose size is known only to the library that declares it.
enum CheckedInClosure {
  final class SignInVC: @unchecked Sendable {
    var completion: ((Bool) -> Void)?
    var isSignedIn = false
    func viewDidLoad() {
      Task {
        self.isSignedIn = await withCheckedContinuation { continuation in
          self.completion = { continuation.resume(returning: $0) }
        }
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = SignInVC()
    screen.viewDidLoad()
    return LeakProbe(screen) {
      $0.completion?(true)
      $0.completion = nil
    }
  }
}

/// A global has the continuation, so somebody can still resume the task.
enum ContinuationInGlobal {
  @MainActor final class Dialogs {
    static var answer: CheckedContinuation<Bool, Never>?
  }
  final class ConfirmVC: @unchecked Sendable {
    var isConfirmed = false
    func viewDidLoad() {
      Task { @MainActor in
        self.isConfirmed = await withCheckedContinuation { Dialogs.answer = $0 }
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = ConfirmVC()
    screen.viewDidLoad()
    return LeakProbe(screen) { _ in
      await MainActor.run {
        Dialogs.answer?.resume(returning: true)
        Dialogs.answer = nil
      }
    }
  }
}

/// Nobody has the continuation any more: the task waits for ever, and cannot be ended after the test.
enum LostContinuation {
  final class WizardVC: @unchecked Sendable {
    var step = 0
    func next() {
      Task {
        await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        self.step += 1
      }
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let screen = WizardVC()
    screen.next()
    return LeakProbe(screen)
  }
}

/// One retain too many and no cycle.
///
/// Held, not leaked: an excess retain is all that C code or a register that owns the object leaves too.
/// Nothing in memory tells them apart.
enum RetainedByHand {
  final class Context {
    var name = "a context for C"
  }
  @inline(never) static func make() -> LeakProbe {
    let context = Context()
    _ = unsafe Unmanaged.passRetained(context)
    return LeakProbe(context) { unsafe Unmanaged.passUnretained($0).release() }
  }
}

/// The retain by hand is given back by hand.
enum BalancedByHand {
  @inline(never) static func make() -> LeakProbe {
    let context = RetainedByHand.Context()
    let pointer = unsafe Unmanaged.passRetained(context).toOpaque()
    unsafe Unmanaged<RetainedByHand.Context>.fromOpaque(pointer).release()
    return LeakProbe(context)
  }
}

extension LeakScenario {
  static let continuations = [
    LeakScenario(
      "a checked continuation in self", .leaked,
      path: ["LoginVC.continuation", "Task", "LoginVC.viewDidLoad()"],
      make: { CheckedInSelf.make() }),
    LeakScenario(
      "an unsafe continuation in self", .leaked,
      path: ["LoginVC.continuation", "UnsafeContinuation.task", "Task", "LoginVC.viewDidLoad()"],
      make: { UnsafeInSelf.make() }),
    LeakScenario(
      "a checked continuation in a closure", .leaked,
      path: ["SignInVC.completion", "closure #1", "CheckedContinuation", "Task"],
      make: { CheckedInClosure.make() }),
    LeakScenario(
      "a continuation in a global", .held,
      path: ["Dialogs.answer", "Task", "ConfirmVC.viewDidLoad()"],
      make: { ContinuationInGlobal.make() }),
    LeakScenario(
      "a lost continuation", .leaked, path: ["Task", "WizardVC.next()"],
      make: { LostContinuation.make() }),
    LeakScenario("a retain too many", .held, make: { RetainedByHand.make() }),
    LeakScenario("a balanced retain by hand", .freed, make: { BalancedByHand.make() }),
  ]
}
