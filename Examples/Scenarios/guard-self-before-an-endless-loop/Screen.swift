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
    task = Task { [weak self] in
      guard let self else { return }
      for await value in updates { show(value) }
    }
  }

  func show(_ value: Int) {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Feed(updates: AsyncStream { _ in }), animated: false)
navigation.popViewController(animated: false)
