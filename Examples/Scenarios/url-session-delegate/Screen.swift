import UIKit

/// Loads a file, and hears how that goes.
final class Download: UIViewController, URLSessionDelegate {
  var session: URLSession?

  override func viewDidLoad() {
    super.viewDidLoad()
    session = URLSession(configuration: .default, delegate: self, delegateQueue: nil)
  }
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Download(), animated: false)
navigation.popViewController(animated: false)
