/// Publishes values to those who have subscribed, in the manner of Combine.
public final class Publisher<Value> {
  private var subscriptions: [WeakSubscription<Value>] = []

  /// A publisher without subscribers.
  public init() {}

  /// Subscribes until the token goes.
  public func sink(_ receive: @escaping (Value) -> Void) -> Subscription<Value> {
    let subscription = Subscription(receive)
    subscriptions.append(WeakSubscription(subscription: subscription))
    return subscription
  }

  /// Publishes a value.
  public func send(_ value: Value) {
    for subscription in subscriptions { subscription.subscription?.receive(value) }
  }
}

/// A token: as long as it is kept, its closure is called.
public final class Subscription<Value> {
  fileprivate let receive: (Value) -> Void

  init(_ receive: @escaping (Value) -> Void) { self.receive = receive }
}

private struct WeakSubscription<Value> {
  weak var subscription: Subscription<Value>?
}

/// A cart that keeps its tokens, whose closures capture it.
public final class CartScreen {
  private var subscriptions: [Subscription<Int>] = []
  private var total = 0

  /// A cart that follows prices.
  public init(following prices: Publisher<Int>) {
    subscriptions.append(prices.sink { self.total += $0 })
  }
}

/// The same with a weak capture.
public final class MendedCartScreen {
  private var subscriptions: [Subscription<Int>] = []
  private var total = 0

  /// A cart that follows prices.
  public init(following prices: Publisher<Int>) {
    subscriptions.append(prices.sink { [weak self] in self?.total += $0 })
  }
}
