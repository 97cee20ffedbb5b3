import UIKit
import WebKit

/// Hears what the script of a page has to tell.
final class Web: UIViewController, WKScriptMessageHandler {
  let content = WKUserContentController()

  override func viewDidLoad() {
    super.viewDidLoad()
    content.add(self, name: "app")
  }

  func userContentController(
    _ content: WKUserContentController, didReceive message: WKScriptMessage
  ) {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Web(), animated: false)
navigation.popViewController(animated: false)
