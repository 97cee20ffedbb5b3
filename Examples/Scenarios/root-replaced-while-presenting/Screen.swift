import UIKit

final class Welcome: UIViewController {}
final class Terms: UIViewController {}
final class Home: UIViewController {}

// What happens.
let window = UIWindow()
var welcome: Welcome? = Welcome()
window.rootViewController = welcome
window.makeKeyAndVisible()
welcome?.present(Terms(), animated: true)
welcome = nil
window.rootViewController = Home()
