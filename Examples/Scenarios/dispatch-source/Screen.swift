import UIKit

/// Loads again from time to time.
final class Watcher: UIViewController {
  var source: (any DispatchSourceTimer)?

  override func viewDidLoad() {
    super.viewDidLoad()
    source = DispatchSource.makeTimerSource(queue: .main)
    source?.setEventHandler { self.reload() }
    source?.resume()
  }

  func reload() {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Watcher(), animated: false)
navigation.popViewController(animated: false)
