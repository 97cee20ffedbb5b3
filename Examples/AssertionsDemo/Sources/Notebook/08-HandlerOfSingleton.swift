/// The one place that knows what opens which link.
@MainActor public final class Router {
  /// The router of the app.
  public static let shared = Router()

  private var handlers: [String: () -> Void] = [:]

  /// Lets a handler open links; `nil` takes it away.
  public func handle(_ link: String, with handler: (() -> Void)?) { handlers[link] = handler }
}

/// A screen that the router keeps for ever.
@MainActor public final class SearchScreen {
  private var searches = 0

  /// A screen that handles no links yet.
  public init() {}

  /// Handles links from here on.
  public func appear() { Router.shared.handle("search") { self.searches += 1 } }

  /// Goes away, and forgets the router.
  public func disappear() {}
}

/// The same with a weak capture, and a handler that is taken away.
@MainActor public final class MendedSearchScreen {
  private var searches = 0

  /// A screen that handles no links yet.
  public init() {}

  /// Handles links from here on.
  public func appear() { Router.shared.handle("search") { [weak self] in self?.searches += 1 } }

  /// Goes away, and takes its handler with it.
  public func disappear() { Router.shared.handle("search", with: nil) }
}
