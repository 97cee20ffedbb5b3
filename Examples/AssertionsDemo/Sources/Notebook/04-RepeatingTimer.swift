import Foundation

/// A clock whose timer keeps it, because nobody invalidates the timer.
@MainActor public final class ClockScreen {
  private var timer: Timer?
  private var seconds = 0

  /// A clock that stands still.
  public init() {}

  /// Lets the clock tick.
  public func start() {
    timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
      MainActor.assumeIsolated { self.seconds += 1 }
    }
  }
}

/// The same with a weak capture, and a timer that ends with the clock.
@MainActor public final class MendedClockScreen {
  private var timer: Timer?
  private var seconds = 0

  /// A clock that stands still.
  public init() {}

  /// Lets the clock tick.
  public func start() {
    timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
      MainActor.assumeIsolated { self?.seconds += 1 }
    }
  }

  isolated deinit { timer?.invalidate() }
}
