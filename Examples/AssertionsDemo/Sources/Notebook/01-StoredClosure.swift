/// A screen that keeps a closure, which captures the screen.
public final class ProfileScreen {
  private var onUpdate: (() -> Void)?
  private var title = ""

  /// A screen that shows nothing yet.
  public init() {}

  /// Shows the profile, and again after every update.
  public func load() {
    onUpdate = { self.title = "Profile" }
    onUpdate?()
  }
}

/// The same with a weak capture.
public final class MendedProfileScreen {
  private var onUpdate: (() -> Void)?
  private var title = ""

  /// A screen that shows nothing yet.
  public init() {}

  /// Shows the profile, and again after every update.
  public func load() {
    onUpdate = { [weak self] in self?.title = "Profile" }
    onUpdate?()
  }
}
