import UIKit

extension Notification.Name {
  static let changed = Notification.Name("changed")
}

/// Shows what is new.
final class Inbox: UIViewController {
  var token: (any NSObjectProtocol)?

  override func viewDidLoad() {
    super.viewDidLoad()
    token = NotificationCenter.default.addObserver(forName: .changed, object: nil, queue: nil) {
      _ in
      MainActor.assumeIsolated { self.refresh() }
    }
  }

  func refresh() {}

  deinit {
    if let token { NotificationCenter.default.removeObserver(token) }
  }
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Inbox(), animated: false)
NotificationCenter.default.post(name: .changed, object: nil)
navigation.popViewController(animated: false)
