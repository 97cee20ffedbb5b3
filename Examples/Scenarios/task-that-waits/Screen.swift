import UIKit

final class Server: Sendable {
  func load() async -> String {
    try? await Task.sleep(for: .seconds(60))
    return "user"
  }
}

/// Shows a user who comes from afar.
final class User: UIViewController {
  let server = Server()

  override func viewDidLoad() {
    super.viewDidLoad()
    Task {
      let user = await server.load()
      show(user)
    }
  }

  func show(_ user: String) {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(User(), animated: false)
navigation.popViewController(animated: false)
