import UIKit

final class Form: UIViewController {
  var onSave: (() -> Void)?

  func save() { onSave?() }
}

/// Loads its entries when it appears.
final class List: UIViewController {
  var form: Form?

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    reload()
  }

  func edit() {
    let form = Form()
    self.form = form
    present(form, animated: true)
  }

  func done() {
    form?.save()
    form = nil
    dismiss(animated: true)
  }

  func reload() {}
}

// What happens.
let list = List()
let window = UIWindow()
window.rootViewController = list
window.makeKeyAndVisible()
list.edit()
list.done()
