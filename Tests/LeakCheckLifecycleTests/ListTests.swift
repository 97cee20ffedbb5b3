import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckText
import Testing

/// What places list: one of many by position and by key, and copies of lists and structs.
@Suite struct ListTests {
  /// The types whose `deinit` runs while steps run, in order; the steps' own locals go behind the mark `M`.
  private func freed(_ steps: (inout ActionList) -> Void) throws -> String {
    var scenario = Scenario("lists")
    for name in ["A", "B", "C", "M"] { scenario.type(name, traces: true) }
    scenario.type("Pair", is: "struct", properties: ["first": .strong, "inner": .strong])
    scenario.steps {
      $0.new("NSObject", as: "holder")
      for (name, type) in [("a", "A"), ("b", "B"), ("c", "C")] { $0.new(type, as: name) }
      steps(&$0)
      $0.new("M", as: "mark")
      $0.drop("mark")
    }
    // What is written is read again, so that each word is also one of the format.
    let text = ScenarioWriter().text(of: scenario)
    let run = try ScenarioReader().read(Array(text.utf8), from: "lists.json").run()
    let types = run.log.filter { $0.matches("deinit") }.map(\.type)
    return types.prefix { $0 != "M" }.joined(separator: " ")
  }

  private func list(_ actions: inout ActionList) {
    for name in ["a", "b", "c"] {
      actions.append(.place(Place(stringLiteral: name)), to: "holder.many")
      actions.drop(Place(stringLiteral: name))
    }
  }

  @Test(arguments: [(nil, "C B A"), (2, "C B"), (0, "")])
  func `a loop goes on for as long as a place has something`(
    _ most: Int?, _ expected: String
  ) throws {
    let freed = try freed {
      list(&$0)
      $0.whileThere("holder.many", most: most) { $0.take("holder.many", as: nil, .last) }
    }
    #expect(freed == expected)
  }

  @Test func `a type of the scenario hides the framework's of the same name`() throws {
    var scenario = Scenario("names")
    scenario.type("Timer", properties: ["owner": .weak], traces: true) {
      $0.callback("tick") { $0.read("self.owner") }
    }
    scenario.steps {
      $0.new("Timer", as: "own")
      $0.set("own.owner", to: "own")
      $0.timer(every: 1, target: "own", selector: "tick", in: "own.timer")
      $0.invalidate("own.timer")
    }
    let text = ScenarioWriter().text(of: scenario)
    let run = try ScenarioReader().read(Array(text.utf8), from: "names.json").run()
    #expect(run.findings.isEmpty)
    #expect(run.log.filter { $0.matches("deinit") }.map(\.type) == ["Timer"])
  }

  @Test func `one of many is taken out by its position`() throws {
    let first = try freed {
      list(&$0)
      $0.take("holder.many", as: nil, .last)
      $0.take("holder.many", as: nil, .at(1))
      $0.take("holder.many", as: nil, .at(7))
      $0.take("holder.many")
    }
    #expect(first == "C B A")
  }

  @Test func `what is picked or taken lives on under its name`() throws {
    let lines = try freed {
      list(&$0)
      $0.pick("holder.many", as: "picked", .at(1))
      $0.take("holder.many", as: "taken")
      $0.clear("holder.many")
    }
    #expect(lines == "C")
  }

  @Test func `an entry takes the place of the one with its key, and null takes it out`() throws {
    let lines = try freed {
      for name in ["a", "b"] {
        $0.append(.place(Place(stringLiteral: name)), to: "holder.many", key: "k")
        $0.drop(Place(stringLiteral: name))
      }
      $0.append("c", to: "holder.many", key: "other")
      $0.drop("c")
      $0.take("holder.many", as: nil, .key("none"))
      $0.append(.null, to: "holder.many", key: "k")
    }
    #expect(lines == "A B")
  }

  @Test func `an object is put in before another`() throws {
    let lines = try freed {
      $0.append("a", to: "holder.many")
      $0.append("b", to: "holder.many", at: 0)
      for name in ["a", "b"] { $0.drop(Place(stringLiteral: name)) }
      $0.take("holder.many")
    }
    #expect(lines == "B")
  }

  @Test func `a list that is copied is another, also that of a local`() throws {
    let lines = try freed {
      list(&$0)
      $0.copy("holder.many", to: "local")
      $0.clear("holder.many")
      $0.take("local", as: nil, .last)
      $0.set("holder.other", to: "local")
      $0.drop("local")
      $0.take("holder.other")
    }
    #expect(lines == "C A")
  }

  @Test func `a struct that is copied has what it had, and structs of its own`() throws {
    let lines = try freed {
      $0.new("Pair", as: "pair")
      $0.set("pair.first", to: "a")
      $0.new("Pair", as: "inner")
      $0.set("inner.first", to: "b")
      $0.set("pair.inner", to: "inner")
      for name in ["a", "b", "inner"] { $0.drop(Place(stringLiteral: name)) }
      $0.set("holder.pair", to: .copy("pair"))
      $0.set("pair.first", to: .null)
      $0.set("pair.inner.first", to: .null)
      $0.set("holder.pair.inner.first", to: .null)
      $0.set("holder.pair.first", to: .null)
    }
    #expect(lines == "B A")
  }

  @Test func `what null would list is nothing`() throws {
    let lines = try freed {
      $0.take("holder.none.many", as: "nothing")
      $0.append("a", to: "holder.none.many")
      $0.copy("holder.none.many", to: "holder.many")
      $0.drop("a")
    }
    #expect(lines == "A")
  }
}
