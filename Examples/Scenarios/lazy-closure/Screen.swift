import UIKit

/// Has a text made when it is needed first.
final class Detail: UIViewController {
  lazy var format: () -> String = { self.text() }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = format()
  }

  func text() -> String { "Detail" }
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Detail(), animated: false)
navigation.popViewController(animated: false)
