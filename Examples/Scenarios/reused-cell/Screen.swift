import UIKit

final class Cell: UICollectionViewCell {
  var onTap: (() -> Void)?
}

/// Opens a photo when its cell is tapped.
final class Photos: UIViewController {
  let cell = Cell()

  override func viewDidLoad() {
    super.viewDidLoad()
    cell.onTap = { self.open() }
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    cell.onTap?()
  }

  func open() {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Photos(), animated: false)
navigation.popViewController(animated: false)
