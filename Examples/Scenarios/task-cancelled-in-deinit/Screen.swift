import UIKit

/// Shows what the stream brings.
final class Feed: UIViewController {
  var task: Task<Void, Never>?
  let updates: AsyncStream<Int>

  init(updates: AsyncStream<Int>) {
    self.updates = updates
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    task = Task {
      for await value in updates { self.show(value) }
    }
  }

  func show(_ value: Int) {}

  deinit { task?.cancel() }
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Feed(updates: AsyncStream { _ in }), animated: false)
navigation.popViewController(animated: false)
