import UIKit

protocol LoaderDelegate: AnyObject {
  func loaderDidLoad()
}

final class Loader {
  var delegate: (any LoaderDelegate)?

  func load() { delegate?.loaderDidLoad() }
}

/// Owns the loader that tells it of news.
final class List: UIViewController, LoaderDelegate {
  var loader: Loader? = Loader()

  override func viewDidLoad() {
    super.viewDidLoad()
    loader?.delegate = self
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    loader?.load()
  }

  func loaderDidLoad() {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(List(), animated: false)
navigation.popViewController(animated: false)
