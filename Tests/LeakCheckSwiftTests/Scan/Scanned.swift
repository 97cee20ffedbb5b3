import LeakCheckSwift

/// Scans sources, one file for each text.
enum Scanned {
  static func scan(_ texts: [String]) -> PatternScanner.Scan {
    let files = texts.enumerated().map { number, text in
      SwiftReader.File(name: "\(number).swift", bytes: Array(text.utf8))
    }
    return PatternScanner().scan(files)
  }

  static func matches(_ texts: String...) -> [PatternMatch] { scan(texts).matches }

  /// The matches in a class with the usual properties, of which `body` is a method.
  static func inMethod(_ body: String, with members: String = "") -> [PatternMatch] {
    matches(
      """
      final class Screen {
        var cancellable: AnyCancellable?
        var cancellables: Set<AnyCancellable> = []
        var onUpdate: (() -> Void)?
        var handlers: [String: () -> Void] = [:]
        var timer: Timer?
        var token: (any NSObjectProtocol)?
        var tokens: [any NSObjectProtocol] = []
        var name = ""
        \(members)
        func run(model: Model, center: NotificationCenter) {
          \(body)
        }
        func take(_ text: String) {}
      }
      """)
  }

  static func patterns(_ body: String, with members: String = "") -> [LeakPattern] {
    inMethod(body, with: members).map(\.pattern)
  }
}
