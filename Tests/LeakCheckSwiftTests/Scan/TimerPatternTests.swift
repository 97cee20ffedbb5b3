import LeakCheckSwift
import Testing

/// A repeating timer on `self`.
@Suite struct TimerPatternTests {
  private static let target =
    "target: self, selector: #selector(tick), userInfo: nil, repeats: true)"

  @Test(arguments: [
    "timer = Timer.scheduledTimer(timeInterval: 1, \(target)",
    "_ = Timer.scheduledTimer(timeInterval: 1, \(target)",
    "Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.take(\"\") }",
    "timer = Foundation.Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.take(\"\") }",
    "timer = Timer(timeInterval: 1, \(target)",
    "timer = Timer(timeInterval: 1, repeats: true) { _ in self.take(\"\") }",
    "let one = Timer(timeInterval: 1, \(target)\n RunLoop.main.add(one, forMode: .common)",
    "RunLoop.main.add(Timer.init(timeInterval: 1, \(target), forMode: .common)",
    "Timer.scheduledTimer(timeInterval: 1, target: self as Any, selector: #selector(tick), userInfo: nil, repeats: true)",
  ])
  func `a timer that repeats and holds self is told of`(body: String) {
    #expect(Scanned.patterns(body) == [.repeatingTimer])
  }

  @Test(arguments: [
    "timer = Timer.scheduledTimer(timeInterval: 1, target: self, selector: #selector(tick), userInfo: nil, repeats: false)",
    "timer = Timer.scheduledTimer(timeInterval: 1, target: proxy, selector: #selector(tick), userInfo: nil, repeats: true)",
    "timer = Timer.scheduledTimer(timeInterval: 1, target: WeakProxy(self), selector: #selector(tick), userInfo: nil, repeats: true)",
    "timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in self?.take(\"\") }",
    "timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [unowned self] _ in self.take(\"\") }",
    "timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in self.take(\"\") }",
    "timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: again) { _ in self.take(\"\") }",
    "Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in print(1) }",
    "let one = Timer(timeInterval: 1, \(target)\n one.fire()",
    "_ = Timer(timeInterval: 1, \(target)",
    "Clock.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.take(\"\") }",
    "model.timer = Timer(timeInterval: 1, repeats: true) { _ in self.take(\"\") }",
  ])
  func `what looks like one is not`(body: String) {
    #expect(Scanned.patterns(body) == [])
  }

  @Test func `a timer of the files themselves is not Foundation's`() {
    let text =
      "class Screen { func run() { _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.go() } } }"
    #expect(Scanned.matches(text).count == 1)
    #expect(Scanned.matches(text, "struct Timer {}").isEmpty)
  }

  @Test func `what invalidates it is told of`() {
    let start = "timer = Timer.scheduledTimer(timeInterval: 1, \(Self.target)"
    func match(_ members: String) -> PatternMatch { Scanned.inMethod(start, with: members)[0] }
    #expect(match("func stop() { timer?.invalidate() }").endings == ["stop()"])
    #expect(match("func stop() { timer = nil }").endings.isEmpty)
    #expect(match("deinit { timer?.invalidate() }").why.contains("Only deinit"))
    #expect(match("func tick(_ one: Timer) { one.invalidate() }").endings == ["tick(_:)"])
    #expect(match("").path == ["run loop", "timer", "self"])
  }
}
