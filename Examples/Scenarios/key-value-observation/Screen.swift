import UIKit

final class Model: NSObject {
  @objc dynamic var name = ""
}

/// Shows the name of its model.
final class Editor: UIViewController {
  let model = Model()
  var observation: NSKeyValueObservation?

  override func viewDidLoad() {
    super.viewDidLoad()
    observation = model.observe(\.name) { _, _ in
      MainActor.assumeIsolated { self.refresh() }
    }
  }

  func refresh() {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Editor(), animated: false)
navigation.popViewController(animated: false)
