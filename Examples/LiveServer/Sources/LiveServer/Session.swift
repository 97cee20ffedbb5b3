/// What the server keeps of a visitor.
final class Session {
  private let visitor: String
  private var onExpiry: (() -> Void)?
  private var greetings = 0

  init(of visitor: String) { self.visitor = visitor }

  /// Greets the visitor.
  func greet() -> String {
    greetings += 1
    return "Hello, \(visitor)!\n"
  }

  /// Ends by itself; the bug: the session keeps the closure, and the closure the session.
  func expireLater() {
    onExpiry = { self.greetings = 0 }
  }
}
