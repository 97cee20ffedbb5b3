import UIKit

/// Draws itself anew when somebody calls `onUpdate`.
final class Profile: UIViewController {
  var onUpdate: (() -> Void)?

  override func viewDidLoad() {
    super.viewDidLoad()
    onUpdate = { self.refresh() }
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    onUpdate?()
  }

  func refresh() {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Profile(), animated: false)
navigation.popViewController(animated: false)
