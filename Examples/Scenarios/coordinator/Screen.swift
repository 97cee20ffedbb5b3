import UIKit

final class Coordinator {
  var screen: Login?

  func start() {
    let login = Login()
    login.coordinator = self
    screen = login
  }

  func logIn() { screen?.confirm() }

  func finish() {}
}

final class Login: UIViewController {
  var coordinator: Coordinator?

  func confirm() { coordinator?.finish() }
}

// What happens.
var flow: Coordinator? = Coordinator()
flow?.start()
flow?.logIn()
flow = nil
