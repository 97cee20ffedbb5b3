import UIKit

final class Connection {
  static let shared = Connection()
  var listeners: [Chat] = []

  func send() {
    for listener in listeners { listener.receive() }
  }
}

/// Hears what the connection has to tell.
final class Chat: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    Connection.shared.listeners.append(self)
  }

  func receive() {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Chat(), animated: false)
Connection.shared.send()
navigation.popViewController(animated: false)
