import UIKit

/// Loads again at the touch of its button.
final class Feed: UIViewController {
  let button = UIButton()

  override func viewDidLoad() {
    super.viewDidLoad()
    button.addAction(UIAction { _ in self.reload() }, for: .touchUpInside)
  }

  func reload() {}
}

final class Settings: UIViewController {}

// What happens.
let settings = Settings()
let tabs = UITabBarController()
tabs.setViewControllers([Feed(), settings], animated: false)
let window = UIWindow()
window.rootViewController = tabs
window.makeKeyAndVisible()
tabs.selectedIndex = 1
tabs.selectedIndex = 0
tabs.setViewControllers([settings], animated: false)
