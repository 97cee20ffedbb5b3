import UIKit

final class Form: UIViewController {
  var onSave: (() -> Void)?

  func save() { onSave?() }

  func close() {}
}

/// Has its entries edited in a form.
final class List: UIViewController {
  func edit() {
    let form = Form()
    form.onSave = {
      form.close()
      self.reload()
    }
    present(form, animated: true)
    form.save()
  }

  func reload() {}
}

// What happens.
let list = List()
let window = UIWindow()
window.rootViewController = list
window.makeKeyAndVisible()
list.edit()
list.dismiss(animated: true)
