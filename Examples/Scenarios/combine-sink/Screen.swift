import Combine
import UIKit

/// Shows what is searched for.
final class Search: UIViewController {
  let subject = PassthroughSubject<String, Never>()
  var cancellables: Set<AnyCancellable> = []

  override func viewDidLoad() {
    super.viewDidLoad()
    subject.sink { text in self.show(text) }.store(in: &cancellables)
  }

  func show(_ text: String) {}
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Search(), animated: false)
navigation.popViewController(animated: false)
