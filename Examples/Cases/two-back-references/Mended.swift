import UIKit

@MainActor
protocol PickerDelegate: AnyObject {
  func picked(_ number: Int)
}

@MainActor
protocol PickerDataSource: AnyObject {
  func number(at row: Int) -> Int
}

/// Asks one object for its rows, and tells one what was picked.
@MainActor
final class Picker {
  weak var delegate: (any PickerDelegate)?
  weak var dataSource: (any PickerDataSource)?

  func pick(_ row: Int) {
    let number = dataSource?.number(at: row)
    delegate?.picked(number ?? 0)
  }
}

final class Settings: UIViewController, PickerDelegate, PickerDataSource {
  let picker = Picker()

  override func viewDidLoad() {
    super.viewDidLoad()
    picker.delegate = self
    picker.dataSource = self
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    picker.pick(1)
  }

  func picked(_ number: Int) { title = "\(number)" }

  func number(at row: Int) -> Int { row * 10 }
}

// What happens.
let navigation = UINavigationController(rootViewController: UIViewController())
let window = UIWindow()
window.rootViewController = navigation
window.makeKeyAndVisible()
navigation.pushViewController(Settings(), animated: false)
navigation.popViewController(animated: false)
