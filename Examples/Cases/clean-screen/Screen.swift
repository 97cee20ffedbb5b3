import UIKit

/// Loads articles, and calls back when it has them.
@MainActor
final class ArticleService {
  private var waiting: [() -> Void] = []

  func load(_ completion: @escaping () -> Void) { waiting.append(completion) }

  func finish() {
    let ready = waiting
    waiting = []
    for completion in ready { completion() }
  }
}

/// What the screen shows.
@MainActor
final class HomeViewModel {
  let service = ArticleService()
  var onUpdate: (() -> Void)?

  func reload() {
    service.load { [weak self] in self?.onUpdate?() }
  }
}

final class Home: UIViewController {
  let viewModel = HomeViewModel()

  override func viewDidLoad() {
    super.viewDidLoad()
    viewModel.onUpdate = { [weak self] in self?.show() }
    viewModel.reload()
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    viewModel.service.finish()
  }

  func show() {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Home(), animated: false)
navigation.popViewController(animated: false)
