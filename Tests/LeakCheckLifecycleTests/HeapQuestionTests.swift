import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckLifecycle

/// What is asked of a heap again and again is answered from tables: here beside a look at everything.
@Suite struct HeapQuestionTests {
  /// A heap, the slots of which are also kept in plain lists.
  private struct Sides {
    let heap = SimulatedHeap()
    var lists: [[(name: Int32, target: Int32)]] = []

    mutating func make(_ hint: String) {
      let object = heap.allocate(type: 0, hint: hint, site: 0)
      heap.retain(object)
      lists.append([])
    }

    mutating func change(using random: inout SplitMix64) {
      let count = Int32(lists.count)
      let holder = Int32.random(in: 0..<count, using: &random)
      let target = Int32.random(in: 0..<count, using: &random)
      let name = heap.symbol(["list", "other", "one"][Int.random(in: 0..<3, using: &random)])
      // Mostly something is added: only of more than 64 references is anything kept in order.
      switch Int.random(in: 0..<200, using: &random) {
      case 0..<3:
        heap.remove(from: holder, .target(target)) { $0.name == name }
        lists[Int(holder)].removeAll { $0.name == name && $0.target == target }
      case 3:
        heap.remove(from: holder, .name(name))
        lists[Int(holder)].removeAll { $0.name == name }
      case 4..<50:
        let places = lists[Int(holder)].indices.filter { lists[Int(holder)][$0].name == name }
        guard let last = places.last else { return }
        let gone = lists[Int(holder)].remove(at: last).target
        let place = heap.places(named: name, of: holder).last ?? 0
        #expect(heap.slot(at: place, of: holder).target == gone)
        heap.removeSlot(at: place, of: holder)
      default:
        heap.append(
          .init(name: name, target: target, strength: .strong, isListed: true), to: holder)
        lists[Int(holder)].append((name, target))
      }
    }
  }

  @Test(arguments: Rounds.seeds(20, usually: 5))
  func `positions and counts are those of a plain list`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var sides = Sides()
    for _ in 0..<10 { sides.make("o") }
    var longest = 0
    for _ in 0..<3_000 {
      sides.change(using: &random)
      let holder = Int32.random(in: 0..<10, using: &random)
      longest = max(longest, sides.lists[Int(holder)].count)
      let name = sides.heap.symbol("list")
      let plain = sides.lists[Int(holder)].filter { $0.name == name }.map(\.target)
      #expect(sides.heap.count(of: name, in: holder) == plain.count)
      let position = Int.random(in: 0...plain.count, using: &random)
      let slot = sides.heap.slot(name, at: position, of: holder)
      #expect(slot?.target == (position < plain.count ? plain[position] : nil))
      let target = Int32.random(in: 0..<10, using: &random)
      #expect(
        sides.heap.position(of: target, among: name, of: holder) == plain.firstIndex(of: target))
    }
    #expect(longest > 100)
  }

  @Test(arguments: 0..<20) func `the first holder is the first of all`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var (sides, holders) = (Sides(), Holders())
    for _ in 0..<6 { sides.make("o") }
    for round in 0..<300 {
      sides.change(using: &random)
      // Who asks first is told of everything from before.
      guard round > 20, round % 3 == 0 else { continue }
      holders.update(from: sides.heap)
      for object in Int32(0)..<6 {
        let first = holders.first(of: object, in: sides.heap)
        let holder = sides.lists.firstIndex { $0.contains { $0.target == object } }
        #expect(first.map { Int($0.holder) } == holder)
        let slot = holder.flatMap { sides.lists[$0].first { $0.target == object } }
        #expect(first?.name == slot?.name)
      }
    }
  }

  /// The steps of a question about each of many objects, and what they may look at for each of them.
  struct Question: CustomTestStringConvertible {
    var testDescription: String
    var types = ""
    var steps: @Sendable (Int) -> [String]
  }

  private static let questions = [
    Question(testDescription: "names that locals hold") { count in
      (0..<count).map { #"{"new": "NSObject", "as": "a\#($0)"}"# }
        + (0..<count).map { #"{"expectGone": "a\#($0)"}"# }
    },
    Question(testDescription: "a type, again and again", types: #""T": {"is": "NSObject"}"#) {
      count in
      (0..<count).map { #"{"new": "T", "as": "a\#($0)"}"# }
        + (0..<count).flatMap { _ in [#"{"expectAlive": "T"}"#, #"{"expectGone": "T"}"#] }
    },
    Question(
      testDescription: "a name that a callback gives",
      types: #""T": {"is": "NSObject", "callbacks": {"init": [{"new": "NSObject", "as": "x"}, "#
        + #"{"set": "x.own", "to": "x"}]}}"#
    ) { count in
      (0..<count).flatMap { _ in [#"{"new": "T", "as": "t"}"#, #"{"expectGone": "x"}"#] }
    },
    Question(testDescription: "members of one list, each at once") { count in
      [#"{"new": "NSObject", "as": "h"}"#]
        + (0..<count).flatMap {
          [
            #"{"new": "NSObject", "as": "a\#($0)"}"#, #"{"append": "a\#($0)", "to": "h.l"}"#,
            #"{"drop": "a\#($0)"}"#, #"{"expectGone": "a\#($0)"}"#,
          ]
        }
    },
    Question(testDescription: "tabs") { count in
      let names = (0..<count).map { "v\($0)" }
      return [#"{"new": "UITabBarController", "as": "tab"}"#]
        + names.map { #"{"new": "UIViewController", "as": "\#($0)"}"# }
        + [#"{"setViewControllers": ["\#(names.joined(separator: #"", ""#))"], "on": "tab"}"#]
        + (0..<count).map { #"{"select": \#($0), "on": "tab"}"# }
    },
    Question(testDescription: "pushes and pops") { count in
      [#"{"new": "UIViewController", "as": "r"}"#]
        + [#"{"new": "UINavigationController", "as": "nav", "root": "r"}"#]
        + (0..<count).flatMap {
          [
            #"{"new": "UIViewController", "as": "v\#($0)"}"#, #"{"push": "v\#($0)", "on": "nav"}"#,
          ]
        }
        + (0..<count / 2).map { #"{"popTo": "v\#(count - 1 - $0)", "on": "nav"}"# }
        + (0..<count / 2).map { _ in #"{"pop": "nav"}"# }
    },
    Question(testDescription: "lists that are cleared") { count in
      [#"{"new": "NSObject", "as": "h"}"#]
        + (0..<count).map { #"{"append": "h", "to": "h.l\#($0)"}"# }
        + (0..<count).map { #"{"clear": "h.l\#($0)"}"# }
    },
    Question(testDescription: "scenes that are disconnected") { count in
      (0..<count).flatMap {
        [
          #"{"new": "UIViewController", "as": "v\#($0)"}"#,
          #"{"window": "w\#($0)", "root": "v\#($0)"}"#, #"{"show": "w\#($0)"}"#,
        ]
      } + (0..<count).map { #"{"disconnectScene": "w\#($0)"}"# }
    },
  ]

  @Test(arguments: questions)
  func `many questions look at little each`(question: Question) throws {
    let count = 1_000
    var bounds = RunBounds()
    bounds.slotVisits = 200 * count
    let text =
      #"{"leakcheck": 1, "types": {\#(question.types)}, "steps": ["#
      + question.steps(count).joined(separator: ", ") + "]}"
    _ = try ScenarioReader().read(Array(text.utf8), from: "f").run(within: bounds)
  }
}
