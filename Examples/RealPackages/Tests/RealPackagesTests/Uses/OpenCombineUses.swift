import Testing
import OpenCombine

extension Use {
  static let openCombine = [
    Use("OpenCombine: a sink that is cancelled") {
      let counter = Counter()
      let numbers = PassthroughSubject<Int, Never>()
      let subscription = numbers.map { $0 * 2 }.filter { $0 > 2 }.sink { counter.add($0) }
      numbers.send(1)
      numbers.send(2)
      subscription.cancel()
      #expect(counter.value == 4)
    },
    Use("OpenCombine: a property that a publisher sets") {
      let label = Label()
      let texts = CurrentValueSubject<String, Never>("first")
      let subscription = texts.assign(to: \.text, on: label)
      texts.send("second")
      #expect(label.text == "second")
      subscription.cancel()
    },
    Use("OpenCombine: an object that keeps its subscriptions, and captures itself weakly") {
      let model = Model()
      model.follow()
      model.numbers.send(3)
      #expect(model.sum == 3)
    },
    Use("OpenCombine: publishers that are combined") {
      let counter = Counter()
      let one = CurrentValueSubject<Int, Never>(1)
      let two = CurrentValueSubject<Int, Never>(2)
      let sum = one.flatMap { Just($0).append(two.first()) }.removeDuplicates()
      let subscription = sum.sink { counter.add($0) }
      one.send(5)
      one.send(completion: .finished)
      two.send(completion: .finished)
      withExtendedLifetime(subscription) {}
      #expect(counter.value == 1 + 2 + 5 + 2)
    },
    Use("OpenCombine: a future and a published property") {
      let model = Model()
      let future = Future<Int, Never> { $0(.success(4)) }
      let subscriptions = [
        future.sink { model.published = $0 }, model.$published.sink { _ in },
      ]
      #expect(model.published == 4)
      withExtendedLifetime(subscriptions) {}
    },
  ]
}

/// A view's text.
final class Label {
  var text = ""
}

/// A model that follows numbers as one should.
final class Model {
  let numbers = PassthroughSubject<Int, Never>()
  @Published var published = 0
  private(set) var sum = 0
  private var subscriptions: Set<AnyCancellable> = []

  func follow() {
    numbers.sink { [weak self] in self?.sum += $0 }.store(in: &subscriptions)
  }
}
