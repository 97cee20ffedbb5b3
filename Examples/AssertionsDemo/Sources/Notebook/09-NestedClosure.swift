/// A screen that captures itself weakly outside, and strongly inside.
public final class FeedScreen {
  private var onRetry: (() -> Void)?
  private var entries = 0

  /// An empty feed.
  public init() {}

  /// Loads the feed, and lets the reader try again.
  public func load() {
    fetch { [weak self] in
      guard let self else { return }
      entries += 1
      onRetry = { self.load() }
    }
  }

  private func fetch(_ completion: () -> Void) { completion() }
}

/// The same with a weak capture inside too.
public final class MendedFeedScreen {
  private var onRetry: (() -> Void)?
  private var entries = 0

  /// An empty feed.
  public init() {}

  /// Loads the feed, and lets the reader try again.
  public func load() {
    fetch { [weak self] in
      guard let self else { return }
      entries += 1
      onRetry = { [weak self] in self?.load() }
    }
  }

  private func fetch(_ completion: () -> Void) { completion() }
}
