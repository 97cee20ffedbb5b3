import OpenCombine

extension Leak {
  static let openCombine = [
    Leak(
      "OpenCombine: a sink captures the object that keeps it",
      fix: "capture [weak self] in closure #1 in Feed.follow()"
    ) { Feed().follow() },
    Leak(
      "OpenCombine: assign keeps the object that it sets", fix: nil
    ) { Title().follow() },
    Leak(
      "OpenCombine: a map captures self",
      fix: "capture [weak self] in closure #1 in Prices.follow()"
    ) { Prices().follow() },
    Leak(
      "OpenCombine: a subscription of a bus captures self",
      fix: "capture [weak self] in closure #1 in Badge.follow()"
    ) { Badge().follow() },
  ]
}

final class Feed {
  private let numbers = PassthroughSubject<Int, Never>()
  private var subscriptions: Set<AnyCancellable> = []
  private var sum = 0

  func follow() { numbers.sink { self.sum += $0 }.store(in: &subscriptions) }
}

final class Title {
  private let texts = PassthroughSubject<String, Never>()
  private var subscription: AnyCancellable?
  private var text = ""

  func follow() { subscription = texts.assign(to: \.text, on: self) }
}

final class Prices {
  private let numbers = PassthroughSubject<Int, Never>()
  private var subscription: AnyCancellable?
  private var factor = 2

  func follow() {
    subscription = numbers.map { $0 * self.factor }.sink { _ in }
  }
}

final class Badge {
  private var subscription: AnyCancellable?
  private var count = 0

  func follow() { subscription = Bus.shared.numbers.sink { self.count += $0 } }
}

final class Bus: @unchecked Sendable {
  static let shared = Bus()
  let numbers = PassthroughSubject<Int, Never>()
}
