import UIKit

/// Shows the time, each second.
final class Clock: UIViewController {
  var timer: Timer?

  override func viewDidLoad() {
    super.viewDidLoad()
    timer = Timer.scheduledTimer(
      timeInterval: 1, target: self, selector: #selector(tick), userInfo: nil, repeats: true)
  }

  @objc func tick() {}

  deinit { timer?.invalidate() }
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Clock(), animated: false)
RunLoop.main.run(until: Date(timeIntervalSinceNow: 2))
navigation.popViewController(animated: false)
