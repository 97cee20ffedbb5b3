import UIKit

/// Shows the time, each second.
final class Clock: UIViewController {
  var timer: Timer?

  override func viewDidLoad() {
    super.viewDidLoad()
    timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
      MainActor.assumeIsolated { self.tick() }
    }
  }

  func tick() {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Clock(), animated: false)
RunLoop.main.run(until: Date(timeIntervalSinceNow: 2))
navigation.popViewController(animated: false)
