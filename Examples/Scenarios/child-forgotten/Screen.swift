import UIKit

final class Map: UIViewController {}

/// Shows a map, and closes it.
final class Host: UIViewController {
  var map: Map?

  override func viewDidLoad() {
    super.viewDidLoad()
    let map = Map()
    self.map = map
    addChild(map)
    view.addSubview(map.view)
    map.didMove(toParent: self)
  }

  func closeMap() {
    map?.view.removeFromSuperview()
  }
}

// What happens.
let host = Host()
let window = UIWindow()
window.rootViewController = host
window.makeKeyAndVisible()
host.closeMap()
expectGone(Map.self)
