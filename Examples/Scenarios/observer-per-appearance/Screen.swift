import UIKit

extension Notification.Name {
  static let changed = Notification.Name("changed")
}

/// Shows what is new.
final class Inbox: UIViewController {
  var token: (any NSObjectProtocol)?

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    token = NotificationCenter.default.addObserver(forName: .changed, object: nil, queue: nil) {
      [weak self] _ in
      MainActor.assumeIsolated { self?.refresh() }
    }
  }

  func refresh() {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Inbox(), animated: false)
navigation.pushViewController(UIViewController(), animated: false)
navigation.popViewController(animated: false)
NotificationCenter.default.post(name: .changed, object: nil)
navigation.popViewController(animated: false)
