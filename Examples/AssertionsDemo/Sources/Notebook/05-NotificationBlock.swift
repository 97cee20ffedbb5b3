import Foundation

extension Notification.Name {
  /// The colours have changed.
  public static let themeDidChange = Notification.Name("themeDidChange")
}

/// A screen that the notification centre keeps, because nobody removes the observer.
@MainActor public final class ThemeScreen {
  private var observer: (any NSObjectProtocol)?
  private var changes = 0

  /// A screen that listens to nothing yet.
  public init() {}

  /// Follows the theme.
  public func appear() {
    observer = NotificationCenter.default.addObserver(
      forName: .themeDidChange, object: nil, queue: nil
    ) { _ in
      MainActor.assumeIsolated { self.changes += 1 }
    }
  }
}

/// The same with an observer that is removed.
@MainActor public final class MendedThemeScreen {
  private var observer: (any NSObjectProtocol)?
  private var changes = 0

  /// A screen that listens to nothing yet.
  public init() {}

  /// Follows the theme.
  public func appear() {
    observer = NotificationCenter.default.addObserver(
      forName: .themeDidChange, object: nil, queue: nil
    ) { [weak self] _ in
      MainActor.assumeIsolated { self?.changes += 1 }
    }
  }

  isolated deinit { observer.map(NotificationCenter.default.removeObserver) }
}
