import UIKit

extension Notification.Name {
  static let changed = Notification.Name("changed")
}

final class Archive: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    NotificationCenter.default.addObserver(
      self, selector: #selector(reload), name: .changed, object: nil)
  }

  @objc func reload() {}
}

final class Inbox: UIViewController {
  var token: (any NSObjectProtocol)?

  override func viewDidLoad() {
    super.viewDidLoad()
    token = NotificationCenter.default.addObserver(forName: .changed, object: nil, queue: nil) {
      _ in
      MainActor.assumeIsolated { self.refresh() }
    }
  }

  @objc func refresh() {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Archive(), animated: false)
NotificationCenter.default.post(name: .changed, object: nil)
navigation.popViewController(animated: false)
navigation.pushViewController(Inbox(), animated: false)
NotificationCenter.default.post(name: .changed, object: nil)
navigation.popViewController(animated: false)
