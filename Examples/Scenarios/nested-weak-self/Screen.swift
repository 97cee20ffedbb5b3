import UIKit

/// Loads, and refreshes when that is done.
final class Profile: UIViewController {
  var onUpdate: (() -> Void)?
  var loaded: (() -> Void)?

  override func viewDidLoad() {
    super.viewDidLoad()
    onUpdate = {
      self.load { [weak self] in self?.refresh() }
    }
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    onUpdate?()
    loaded?()
  }

  func load(_ completion: @escaping () -> Void) { loaded = completion }

  func refresh() {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Profile(), animated: false)
navigation.popViewController(animated: false)
