import UIKit

/// Moves its curve with each frame.
final class Chart: UIViewController {
  var link: CADisplayLink?

  override func viewDidLoad() {
    super.viewDidLoad()
    link = CADisplayLink(target: self, selector: #selector(step))
    link?.add(to: .main, forMode: .common)
  }

  @objc func step() {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Chart(), animated: false)
navigation.popViewController(animated: false)
