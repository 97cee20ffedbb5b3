import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckTestSupport
import Testing

/// Reference counting against an oracle that counts everything anew, and at size.
@Suite struct SimulatedHeapTests {
  /// Frees whatever has no strong referrer, again and again, looking at everything each time.
  private struct Oracle {
    var locals: [Int: Int] = [:]
    /// Strong and weak references by holder and property.
    var strong: [Int: [Int: Int]] = [:]
    var weak: [Int: [Int: Int]] = [:]
    var alive: Set<Int> = []

    mutating func settle() {
      while let dead = alive.first(where: { object in
        !locals.values.contains(object)
          && !strong.contains { $0.value.values.contains(object) }
      }) {
        alive.remove(dead)
        strong[dead] = nil
        weak[dead] = nil
      }
    }
  }

  @Test func `random programs free what an oracle frees, step by step`() throws {
    for seed in 0..<Rounds.of(400, usually: 150) {
      var random = SplitMix64(seed: UInt64(seed))
      var oracle = Oracle()
      var scenario = Scenario("random \(seed)")
      scenario.type(
        "Node", properties: ["w0": .weak, "w1": .weak], traces: true)
      var made = 0
      var fates: [Set<Int>] = []
      scenario.steps { steps in
        for _ in 0..<40 {
          let names = oracle.locals.keys.sorted()
          switch names.isEmpty ? 0 : Int.random(in: 0..<10, using: &random) {
          case 0, 1:
            steps.new("Node", as: "n\(made)")
            oracle.locals[made] = made
            oracle.alive.insert(made)
            made += 1
          case 2, 3:
            let name = names.randomElement(using: &random) ?? 0
            steps.drop(Place(stringLiteral: "n\(name)"))
            oracle.locals[name] = nil
          case 4:
            let name = names.randomElement(using: &random) ?? 0
            let property = Int.random(in: 0..<3, using: &random)
            steps.set(Place(stringLiteral: "n\(name).s\(property)"), to: .null)
            oracle.strong[name]?[property] = nil
          default:
            let name = names.randomElement(using: &random) ?? 0
            let other = names.randomElement(using: &random) ?? 0
            let property = Int.random(in: 0..<3, using: &random)
            let isWeak = property < 2 && Int.random(in: 0..<3, using: &random) == 0
            steps.set(
              Place(stringLiteral: "n\(name).\(isWeak ? "w" : "s")\(property)"),
              to: .place(Place(stringLiteral: "n\(other)")))
            if isWeak {
              oracle.weak[name, default: [:]][property] = other
            } else {
              oracle.strong[name, default: [:]][property] = other
            }
          }
          oracle.settle()
          fates.append(oracle.alive)
        }
      }
      let run = try scenario.runCheckingHeap()
      var alive: Set<String> = []
      for (step, fate) in fates.enumerated() {
        for entry in run.log where entry.step == step + 1 {
          if entry.callback == "init()" { alive.insert(entry.id) } else { alive.remove(entry.id) }
        }
        #expect(alive == Set(fate.map { "n\($0)" }), "seed \(seed), step \(step + 1)")
      }
      let freed = run.log.filter { $0.callback == "deinit" }.map(\.id)
      #expect(Set(freed).count == freed.count, "a deinit runs once")
    }
  }

  @Test func `a chain of very many objects is freed without recursion`() {
    let count = Rounds.of(1_000_000, usually: 250_000)
    let heap = SimulatedHeap()
    let next = heap.symbol("next")
    var freed = 0
    heap.onDeinit = { _ in freed += 1 }
    var head = heap.allocate(type: 0, hint: "node", site: 0)
    heap.retain(head)
    for _ in 1..<count {
      let node = heap.allocate(type: 0, hint: "node", site: 0)
      heap.retain(node)
      heap.store(.init(name: next, target: head, strength: .strong), in: node)
      heap.release(head)
      head = node
    }
    heap.release(head)
    #expect(freed == count)
    #expect(heap.brokenInvariant() == nil)
  }

  @Test func `weak references read nil before deinit runs`() {
    let heap = SimulatedHeap()
    let object = heap.allocate(type: 0, hint: "object", site: 0)
    var wasAlive: Bool?
    heap.onDeinit = { [unowned heap] in wasAlive = heap.isAlive($0) }
    heap.retain(object)
    #expect(heap.isAlive(object))
    heap.release(object)
    #expect(wasAlive == false)
  }

  @Test func `children are freed depth first, in the order of their properties`() throws {
    let run = try outcome(types: { scenario in
      scenario.type("Node", traces: true)
    }) { steps in
      for name in ["root", "left", "right", "leaf"] { steps.new("Node", as: name) }
      steps.set("root.left", to: "left")
      steps.set("root.right", to: "right")
      steps.set("left.leaf", to: "leaf")
      for name in ["left", "right", "leaf"] { steps.drop(Place(stringLiteral: name)) }
      steps.drop("root")
    }
    let order = run.log.filter { $0.callback == "deinit" }.map(\.id)
    #expect(order == ["root", "left", "leaf", "right"])
  }

  @Test func `what a type lists is released in that order, what its supertype lists before`() throws
  {
    let scenario = """
      {"leakcheck": 1, "scenario": "order", "types": {
        "Part": {"is": "NSObject", "traces": true},
        "Base": {"is": "NSObject", "properties": {"second": "strong", "first": "strong"}},
        "Whole": {"is": "Base", "properties": {"third": "strong", "near": "weak"}}},
       "steps": [{"new": "Whole", "as": "whole"},
        {"new": "Part", "as": "d"}, {"set": "whole.unlisted", "to": "d"}, {"drop": "d"},
        {"new": "Part", "as": "c"}, {"set": "whole.third", "to": "c"}, {"drop": "c"},
        {"new": "Part", "as": "b"}, {"set": "whole.first", "to": "b"}, {"drop": "b"},
        {"new": "Part", "as": "a"}, {"set": "whole.second", "to": "a"}, {"drop": "a"},
        {"drop": "whole"}]}
      """
    let read = try ScenarioReader().read(Array(scenario.utf8), from: "order.json")
    let again = try ScenarioReader().read(
      Array(ScenarioWriter().text(of: read).utf8), from: "order.json")
    for scenario in [read, again] {
      let order = try scenario.run().log.filter { $0.callback == "deinit" }.map(\.id)
      #expect(order == ["a", "b", "c", "d"])
    }
  }

  @Test func `what waits behind deinits that nest is freed once, and nobody can retain it`() {
    let heap = SimulatedHeap()
    let objects = (0..<20_000).map { _ in
      let object = heap.allocate(type: 0, hint: "object", site: 0)
      heap.retain(object)
      return object
    }
    var (freed, nesting, deepest, revived) = ([Int32](), 0, 0, 0)
    heap.onDeinit = { [unowned heap] object in
      freed.append(object)
      nesting += 1
      deepest = max(deepest, nesting)
      if object + 1 < objects.count {
        heap.release(object + 1)
        revived += heap.isAlive(object + 1) ? 1 : 0
        heap.retain(object + 1)
        heap.release(object + 1)
      }
      nesting -= 1
    }
    heap.release(objects[0])
    #expect(freed == objects, "in the order in which each lets the next one go")
    #expect(deepest < 100 && revived == 0, "\(deepest) deep, \(revived) retained again")
  }

  @Test func `a property that is emptied while its object is freed keeps the next ones in place`()
    throws
  {
    // The first child's sink is listed by its parent, before the children, and ends with the first child.
    let text = """
      {"leakcheck": 1, "types": {"Parent": {"is": "UIViewController"}, "Child": {"is": "UIViewController"}},
      "steps": [{"new": "Parent", "as": "p"}, {"new": "Child", "as": "c"}, {"new": "Child", "as": "d"},
      {"sink": {"captures": {}, "do": []}, "on": "p.$x", "in": "c.cancellables"},
      {"addChild": "c", "to": "p"}, {"didMove": "c", "to": "p"},
      {"addChild": "d", "to": "p"}, {"didMove": "d", "to": "p"},
      {"drop": "c"}, {"drop": "d"}, {"drop": "p"}, {"expectGone": "Child"}]}
      """
    let run = try ScenarioReader().read(Array(text.utf8), from: "f").runCheckingHeap()
    #expect(run.failedChecks.isEmpty, "\(run.failedChecks)")
  }

  @Test func `a deinit that lets go runs the other's deinit inside it`() throws {
    let run = try outcome(types: { scenario in
      scenario.type("Outer", traces: true) { type in
        type.callback("deinit") { actions in
          actions.set("self.inner", to: .null)
          actions.log()
        }
      }
      scenario.type("Inner", traces: true)
    }) { steps in
      steps.new("Outer", as: "o")
      steps.new("Inner", as: "i")
      steps.set("o.inner", to: "i")
      steps.drop("i")
      steps.drop("o")
    }
    #expect(run.lines.suffix(2) == ["deinit Inner", "deinit Outer"])
  }
}
