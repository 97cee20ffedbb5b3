import UIKit

/// Plays on at a tap.
final class Player: UIViewController {
  var onTap: (() -> Void)?

  override func viewDidLoad() {
    super.viewDidLoad()
    onTap = play
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    onTap?()
  }

  func play() {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Player(), animated: false)
navigation.popViewController(animated: false)
