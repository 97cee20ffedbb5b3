import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// A sink that keeps its owner, and `assign(to:on:)`.
@Suite struct SinkPatternTests {
  @Test(arguments: [
    "cancellable = model.$name.sink { self.name = $0 }",
    "self.cancellable = model.$name.map(\\.count).sink { _ in self.take(\"\") }",
    "model.$name.sink { self.name = $0 }.store(in: &cancellables)",
    "model.$name.sink(receiveCompletion: { _ in }, receiveValue: { self.name = $0 })"
      + ".store(in: &self.cancellables)",
    "model.$name.sink { _ in } receiveValue: { self.name = $0 }.store(in: &cancellables)",
    "cancellables.insert(model.$name.sink { self.name = $0 })",
    "cancellables = [model.$name.sink { self.name = $0 }]",
    "let one = model.$name.sink { self.name = $0 }\n one.store(in: &cancellables)",
    "cancellable = model.$name.sink { [self] in name = $0 }",
    "cancellable = model.$name.sink { text in DispatchQueue.main.async { [weak self] in self?.take(text) } }",
    "cancellable = model.$name.sink { [owner = self] in owner.name = $0 }",
    "cancellable = model.$name.sink { _ in super.run() }",
    "cancellable = model.$name.sink(receiveValue: self.take)",
    "model.load { [weak self] in\n guard let self else { return }\n"
      + " self.cancellable = model.$name.sink { self.name = $0 }\n }",
    "model.load { [weak self] in\n if let self { cancellable = model.$name.sink { self.name = $0 } }\n }",
    "if let cancellable { cancellable.cancel() }\n cancellable = model.$name.sink { self.name = $0 }",
  ])
  func `a sink with self in a property of self is told of`(body: String) {
    #expect(Scanned.patterns(body) == [.sinkKeepsSelf])
  }

  @Test(arguments: [
    "cancellable = model.$name.sink { [weak self] in self?.name = $0 }",
    "cancellable = model.$name.sink { [unowned self] in self.name = $0 }",
    "cancellable = model.$name.sink { [weak self] in\n guard let self else { return }\n name = $0 }",
    "cancellable = model.$name.sink { [name] in print(name, $0) }",
    "cancellable = model.$name.sink { [name = self.name] in print(name, $0) }",
    "cancellable = model.$name.sink { print($0) }",
    "_ = model.$name.sink { self.name = $0 }",
    "model.cancellable = model.$name.sink { self.name = $0 }",
    "var cancellables: Set<AnyCancellable> = []\n model.$name.sink { self.name = $0 }.store(in: &cancellables)",
    "let cancellable = model.$name.sink { self.name = $0 }\n withExtendedLifetime(cancellable) {}",
    "func inner(cancellable: inout AnyCancellable?) { cancellable = model.$name.sink { self.name = $0 } }",
    "model.load { [weak self] in self?.cancellable = model.$name.sink { _ in self?.take(\"\") } }",
    "model.load { [weak self] in\n guard let self else { return }\n"
      + " self.cancellable = model.$name.sink { [weak self] in self?.name = $0 }\n }",
    "cancellable = model.$name.sink { _ in print(Screen.self, \\String.self) }",
    "cancellable = model.$name.sink { _ in _ = #selector(self.take) }",
    "cancellable = model.$name.sink { _ in\n final class Local { var me: Local { self } }\n _ = Local()\n }",
    "cancellable = model.sink(named: \"x\") { self.name = $0 }",
    "cancellable = model.$name.sink(receiveValue: self.closure)",
    "name = model.names.sink { self.name }",
    "cancellable = wrap(model.$name.sink { self.name = $0 })",
  ])
  func `what looks like one is not`(body: String) {
    #expect(Scanned.patterns(body, with: "var closure: (String) -> Void = { _ in }") == [])
  }

  @Test(arguments: [
    "struct Screen { var cancellable: AnyCancellable?\n mutating func run() { cancellable = m.sink { self.go() } } }",
    "enum Screen { static var cancellable: AnyCancellable?\n static func run() { cancellable = m.sink { self.go() } } }",
    "class Screen { static var cancellable: AnyCancellable?\n static func run() { cancellable = m.sink { self.go() } } }",
    "class Screen { var cancellable: AnyCancellable? { nil }\n func run() { cancellable = m.sink { self.go() } } }",
    "class Screen { weak var cancellable: AnyCancellable?\n func run() { cancellable = m.sink { self.go() } } }",
    "class Screen { @Boxed var cancellable: AnyCancellable?\n func run() { cancellable = m.sink { self.go() } } }",
    "class Screen { var cancellable: Bag?\n func run() { cancellable = m.sink { self.go() } } }",
    "extension Screen { func run() { cancellable = m.sink { self.go() } } }",
    "protocol Screen { var cancellable: AnyCancellable? { get set } }\n"
      + "extension Screen { func run() { cancellable = m.sink { self.go() } } }",
    "struct Screen { var cancellable: AnyCancellable? }\n"
      + "extension Screen { mutating func run() { cancellable = m.sink { self.go() } } }",
    "class Screen { var cancellable: AnyCancellable?\n#if false\n func run() { cancellable = m.sink { self.go() } }\n#endif\n}",
  ])
  func `self must be an object, and the property one that keeps`(text: String) {
    #expect(Scanned.matches(text).isEmpty)
  }

  @Test func `an actor keeps as a class does`() {
    let text =
      "actor Store { var bag = Set<AnyCancellable>()\n func run() { m.sink { self.go() }.store(in: &bag) } }"
    #expect(Scanned.matches(text).map(\.type) == ["Store"])
  }

  @Test func `an extension, a superclass and an alias in other files are known, in any order`() {
    let use =
      "extension Outer.Screen { func run() { bag = [m.sink { self.go() }]\n cancellable = m.sink { self.go() } } }"
    let declaration = "enum Outer { class Screen: Base { var bag: Bag = [] } }"
    let base =
      "typealias Bag = Set<AnyCancellable>\nclass Base { var cancellable: AnyCancellable? }"
    let texts = [use, declaration, base]
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let matches = Scanned.scan(order.map { texts[$0] }).matches
      #expect(matches.map(\.type) == ["Screen", "Screen"])
      #expect(matches.map(\.property) == ["bag", "cancellable"])
    }
  }

  @Test func `each branch that may be compiled is looked at`() {
    let matches = Scanned.inMethod(
      """
      #if os(iOS)
      cancellable = model.$name.sink { self.name = $0 }
      #else
      cancellable = model.$name.sink { [weak self] in self?.name = $0 }
      #endif
      """)
    #expect(matches.count == 1)
  }

  @Test(arguments: [
    "model.$name.assign(to: \\.name, on: self).store(in: &cancellables)",
    "cancellable = model.$name.receive(on: main).assign(to: \\Screen.name, on: self)",
  ])
  func `assign on self in a property of self is told of`(body: String) {
    #expect(Scanned.patterns(body) == [.assignOnSelf])
  }

  @Test(arguments: [
    "model.$name.assign(to: &$name)",
    "model.$name.assign(to: \\.name, on: model).store(in: &cancellables)",
    "_ = model.$name.assign(to: \\.name, on: self)",
    "model.load { [unowned self] in cancellable = model.$name.assign(to: \\.name, on: self) }",
    "name = model.assign(to: name, on: self)",
    "model.cancellable = model.$name.assign(to: \\.name, on: self)",
  ])
  func `other assignments are not`(body: String) {
    #expect(Scanned.patterns(body) == [])
  }

  @Test func `the place, the line and the path are those of the source`() throws {
    let match = try #require(
      Scanned.matches(
        """
        class Screen {
          var bag = Set<AnyCancellable>()
          func run() {
            model.$name.sink {
              print("é"); self.go($0)
            }.store(in: &bag)
          }
        }
        """
      ).first)
    #expect(match.place.line == 5)
    #expect(match.place.column == 19)
    #expect(match.length == 4)
    #expect(match.line == "      print(\"é\"); self.go($0)")
    #expect(match.path == ["self", "bag", "sink's closure", "self"])
    #expect(match.member == "run()")
    #expect(match.endings.isEmpty)
  }

  @Test func `what ends it is told of`() throws {
    let start = "cancellable = model.$name.sink { self.name = $0 }"
    func why(_ members: String) -> String { Scanned.inMethod(start, with: members)[0].why }
    #expect(why("func stop() { cancellable?.cancel() }").contains("until stop() cancels"))
    #expect(why("func stop() { self.cancellable = nil }").contains("until stop()"))
    #expect(why("deinit { cancellable?.cancel() }").contains("Only deinit"))
    #expect(why("").contains("Nothing in Screen"))
    let restart = Scanned.inMethod("cancellable?.cancel()\n" + start)
    #expect(restart.map(\.endings) == [[]])
  }
}
