import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis
@testable import LeakCheckGraph

/// Graphs beyond the bounds of the exact search: what is said of them must hold as well.
@Suite struct LargeGraphTests {
  /// One component of all objects: a ring with random references across it, reached by a root.
  ///
  /// Some of the names tell a delegate or a way back; beside the ring there may be leaked pairs.
  private func component(
    objects: Int, references: Int, gone: Int?, smallCycles: Int = 0
  ) throws -> ObjectGraph {
    var random = SplitMix64(seed: 11)
    var columns = GraphColumns()
    for index in 0..<objects {
      columns.ids.append(Int64(index))
      columns.objects.types.append(columns.strings.intern("T\(random.next() % 50)"))
      columns.objects.kinds.append(columns.strings.intern("object"))
      columns.objects.sizes.append(16)
      columns.objects.marks.append(index == 0 ? .root : index == gone ? .expectedGone : [])
    }
    for index in 0..<references {
      let isRing = index < objects
      columns.references.sources.append(
        isRing ? Int32(index) : Int32(random.next() % UInt64(objects)))
      columns.references.targets.append(
        isRing ? Int32((index + 1) % objects) : Int32(random.next() % UInt64(objects)))
      let number = random.next() % 20
      let name = ["delegate", "parent"].dropFirst(Int(number)).first ?? "f\(number)"
      columns.references.names.append(columns.strings.intern(name))
      columns.references.marks.append(
        ReferenceMarks(strength: .strong, kind: .property, end: .unknown))
    }
    for cycle in 0..<smallCycles {
      let first = Int32(objects + 2 * cycle)
      for (object, other) in [(first, first + 1), (first + 1, first)] {
        columns.ids.append(Int64(object))
        columns.objects.types.append(columns.strings.intern("Pair"))
        columns.objects.kinds.append(columns.strings.intern("object"))
        columns.objects.sizes.append(16)
        columns.objects.marks.append([])
        columns.references.sources.append(object)
        columns.references.targets.append(other)
        columns.references.names.append(columns.strings.intern("other"))
        columns.references.marks.append(
          ReferenceMarks(strength: .strong, kind: .property, end: .unknown))
      }
    }
    return try columns.graph()
  }

  private func components(
    of analysis: GraphAnalysis, without cut: Set<Int32>
  ) -> StronglyConnectedComponents {
    StronglyConnectedComponents(
      of: analysis.retaining.filtered { !cut.contains($0) })
  }

  @Test func `the cut of a large component is sufficient and minimal`() throws {
    let graph = try component(objects: 8_000, references: 30_000, gone: nil)
    let analysis = GraphAnalysis(of: graph)
    let finding = try #require(Checks.findings(in: analysis).first)
    #expect(finding.kind == .cycle && finding.componentObjects == 8_000)
    #expect(finding.cut.isMinimal && !finding.cut.isExact)
    let cut = Set(finding.cut.steps.map(\.reference.index))
    #expect(components(of: analysis, without: cut).cyclic.isEmpty)
    for reference in cut.sorted().prefix(40) {
      #expect(!components(of: analysis, without: cut.subtracting([reference])).cyclic.isEmpty)
    }
  }

  @Test func `the steps of a large cut begin with those on the cycle, then rise in price`() throws {
    let graph = try component(objects: 8_000, references: 30_000, gone: nil)
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    let onPath = Set(finding.path.references.map(\.index))
    let steps = finding.cut.steps
    let front = steps.prefix { onPath.contains($0.reference.index) }
    #expect(!front.isEmpty && steps[0].reference.index == finding.path.references.last?.index)
    let rest = steps.dropFirst(front.count)
    #expect(rest.allSatisfy { !onPath.contains($0.reference.index) })
    #expect(zip(rest, rest.dropFirst()).allSatisfy { $0.cost <= $1.cost })
  }

  @Test func `each step of a large cut is cut as its declaration says`() throws {
    let graph = try component(objects: 8_000, references: 30_000, gone: nil)
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    let steps = finding.cut.steps
    #expect(steps.references == steps.map(\.reference.index))
    // Names and types alone decide in this graph, so any reference of a declaration speaks for it.
    let roles = ReferenceRoles(graph)
    for step in steps {
      let answer = roles.answer(for: step.reference.index)
      #expect(step.cost == answer.role.cost && (step.how == .end) == (answer.how == .end))
    }
    #expect(Set(steps.map(\.cost)).count == 3)
  }

  @Test func `small cycles beside a large component are found as well`() throws {
    let graph = try component(objects: 8_000, references: 30_000, gone: nil, smallCycles: 3)
    let findings = Checks.findings(in: GraphAnalysis(of: graph))
    #expect(Set(findings.map(\.componentObjects)) == [8_000, 2])
    #expect(findings.reduce(0) { $0 + $1.instances } == 4)
  }

  @Test func `steps on the path are put before the others, each in its order`() throws {
    let analysis = GraphAnalysis(of: try component(objects: 300, references: 900, gone: nil))
    let context = CheckContext(analysis)
    let whole = CyclicComponent(try #require(analysis.components.cyclic.first), in: analysis)
    func cut(_ path: [Int], of steps: [Cut.Step]) -> Cut {
      context.planner.spanningCut(of: whole) { first in
        let references = path.isEmpty ? [first] : path.map { steps[$0].reference }
        return LeakTrace(from: references[0].source, along: references)
      }.cut
    }
    let steps = Array(cut([], of: []).steps)
    let moved = cut([5, 2], of: steps).steps.map(\.reference.index)
    let order = [2, 5, 0, 1, 3, 4] + Array(6..<steps.count)
    #expect(moved == order.map { steps[$0].reference.index })
  }

  /// Two equal large components, neither of them held: the second stands alone, or the first refers to it.
  @Test(arguments: [false, true])
  func `what a leaked large component is kept by besides, its cut ends as well`(isKept: Bool) throws
  {
    let count = 7_000
    var columns = GraphColumns()
    for index in 0..<2 * count {
      columns.ids.append(Int64(index))
      columns.objects.types.append(columns.strings.intern(index < count ? "Keeper" : "Kept"))
      columns.objects.kinds.append(columns.strings.intern("object"))
      columns.objects.sizes.append(16)
      columns.objects.marks.append([])
    }
    func refer(_ source: Int, _ target: Int, _ name: String) {
      columns.references.sources.append(Int32(source))
      columns.references.targets.append(Int32(target))
      columns.references.names.append(columns.strings.intern(name))
      columns.references.marks.append(
        ReferenceMarks(strength: .strong, kind: .property, end: .unknown))
    }
    for first in [0, count] {
      for place in 0..<count {
        for step in 1...3 { refer(first + place, first + (place + step) % count, "next\(step)") }
      }
    }
    if isKept { refer(5, count + 5, "kept") }
    let analysis = GraphAnalysis(of: try columns.graph())
    let finding = try #require(
      Checks.findings(in: analysis).first { $0.path.objects[0].type == "Kept" })
    #expect(!finding.isReachable && finding.componentReferences == 3 * count)
    let cut = Set(finding.cut.steps.map(\.reference.index))
    let left = components(of: analysis, without: cut)
    let cycle = try #require(finding.path.objects.first?.index)
    #expect(!left.isCyclic(Int(left.component[Int(cycle)])))
  }

  @Test func `the cut of an object that much keeps frees it, and all of it is needed`() throws {
    let graph = try component(objects: 6_000, references: 15_000, gone: 4_321)
    let analysis = GraphAnalysis(of: graph)
    let findings = Checks.findings(in: analysis)
    let finding = try #require(findings.first { $0.kind == .abandoned })
    let gone = try #require(graph.object(withID: 4_321)).index
    #expect(!finding.cut.steps.isEmpty)
    let cut = Set(finding.cut.steps.map(\.reference.index))
    func frees(_ cut: Set<Int32>) -> Bool {
      let edges = analysis.retaining.filtered { !cut.contains($0) }
      let held = VertexSet(analysis.roots, capacity: edges.vertexCount)
      return ReleaseCascade(along: edges, held: held).freed.contains(gone)
    }
    #expect(frees(cut))
    for reference in cut where finding.cut.isMinimal {
      #expect(!frees(cut.subtracting([reference])))
    }
  }

  /// Leaked cycles of so many kinds, each so many times.
  private func cycles(kinds: Int, instances: Int) throws -> ObjectGraph {
    var builder = ObjectGraph.Builder()
    for instance in 0..<instances {
      for kind in 0..<kinds {
        let id = Int64(2 * (instance * kinds + kind))
        builder.add(ObjectDescription(id: .number(id), type: "Screen\(kind)"))
        builder.add(ObjectDescription(id: .number(id + 1), type: "Loader\(kind)"))
        for (from, to, name) in [(id, id + 1, "loader"), (id + 1, id, "delegate")] {
          var reference = ReferenceDescription(from: .number(from), to: .number(to))
          reference.name = name
          builder.add(reference)
        }
      }
    }
    return try builder.build()
  }

  /// As many references as two threads are worth.
  @Test func `two threads tell what one tells`() throws {
    let few = Checks.findings(in: GraphAnalysis(of: try cycles(kinds: 41, instances: 1)))
    let many = Checks.findings(in: GraphAnalysis(of: try cycles(kinds: 41, instances: 400)))
    #expect(many.count == 41 && many.allSatisfy { $0.instances == 400 })
    #expect(many.map(\.fingerprint) == few.map(\.fingerprint))
    for (one, other) in zip(many, few) {
      #expect(one.cut.steps.map(\.fix) == other.cut.steps.map(\.fix) && one.why == other.why)
    }
  }

  /// Leaked cycles beside screens that a cache keeps, each with a timer that outlives it.
  private func mixed(kinds: Int, instances: Int) throws -> ObjectGraph {
    var builder = ObjectGraph.Builder()
    func refer(_ from: Int64, _ to: Int64, _ name: String, _ strength: Strength = .strong) {
      var reference = ReferenceDescription(from: .number(from), to: .number(to))
      (reference.name, reference.strength) = (name, strength)
      builder.add(reference)
    }
    func add(_ id: Int64, _ type: String, _ change: (inout ObjectDescription) -> Void = { _ in }) {
      var object = ObjectDescription(id: .number(id), type: type)
      change(&object)
      builder.add(object)
    }
    add(-1, "App") { $0.root = "app" }
    for instance in 0..<instances {
      for kind in 0..<kinds {
        let id = Int64(5 * (instance * kinds + kind))
        add(id, "Screen\(kind)")
        add(id + 1, "Loader\(kind)")
        refer(id, id + 1, "loader")
        refer(id + 1, id, "delegate")
        add(id + 2, "Popped\(kind)") { $0.expectation = .init(.gone) }
        add(id + 3, "Helper\(kind)")
        add(id + 4, "Timer\(kind)")
        refer(-1, id + 2, "cache\(kind)")
        refer(id + 2, id + 3, "helper")
        refer(-1, id + 4, "timers")
        refer(id + 4, id + 2, "target", .unowned)
      }
    }
    return try builder.build()
  }

  @Test func `what is explained while cycles are searched is told as it is afterwards`() throws {
    let few = Checks.findings(in: GraphAnalysis(of: try mixed(kinds: 23, instances: 1)))
    let many = Checks.findings(in: GraphAnalysis(of: try mixed(kinds: 23, instances: 400)))
    #expect(Set(few.map(\.kind)) == [.cycle, .abandoned, .dangling] && few.count == 69)
    #expect(many.allSatisfy { $0.instances == 400 })
    #expect(many.map(\.fingerprint) == few.map(\.fingerprint))
    for (one, other) in zip(many, few) {
      #expect(one.cut.steps.map(\.fix) == other.cut.steps.map(\.fix) && one.why == other.why)
      #expect(one.holds.count == 400 * other.holds.count)
      #expect(one.holds.objects.map(\.id) == one.holds.objects.map(\.id).sorted())
    }
  }

  /// More ways than sets that are tried: what is taken then must be enough, and no more.
  @Test(arguments: [3, 14, 40])
  func `each of many ways to an object is cut once`(ways: Int) throws {
    var text = "app!"
    for way in 0..<ways {
      text += "; app -> a\(way)- 'first\(way)'; a\(way) -> b\(way)- 'second\(way)'"
      text += "; b\(way) -> vc 'third\(way)'"
    }
    // All that is on the way should be gone, so that each reference is as good a cut as the next.
    let analysis = GraphAnalysis(of: ObjectGraph(text + "; app -> vc- 'last'"))
    let finding = try #require(
      Checks.findings(in: analysis).first { $0.path.objects.last?.type == "vc" })
    #expect(finding.cut.steps.count == ways + 1 && finding.cut.isMinimal)
    let cut = Set(finding.cut.steps.map(\.reference.index))
    let edges = analysis.retaining.filtered { !cut.contains($0) }
    let held = VertexSet(analysis.roots, capacity: edges.vertexCount)
    let freed = ReleaseCascade(along: edges, held: held).freed
    #expect(freed.contains(finding.path.objects.last?.index ?? -1))
  }

  @Test func `thousands of leaks of three kinds are three findings`() throws {
    var builder = ObjectGraph.Builder()
    func add(_ id: Int64, _ type: String) {
      builder.add(ObjectDescription(id: .number(id), type: type))
    }
    func refer(_ from: Int64, _ to: Int64, _ name: String) {
      var reference = ReferenceDescription(from: .number(from), to: .number(to))
      reference.name = name
      builder.add(reference)
    }
    for instance in Int64(0)..<6_000 {
      let id = instance * 10
      switch instance % 3 {
      case 0:
        add(id, "Screen")
        add(id + 1, "Loader")
        refer(id, id + 1, "loader")
        refer(id + 1, id, "delegate")
      case 1:
        add(id, "Node")
        refer(id, id, "next")
      default:
        for member in Int64(0)..<3 { add(id + member, "Ring") }
        for member in Int64(0)..<3 { refer(id + member, id + (member + 1) % 3, "next") }
      }
    }
    let graph = try builder.build()
    let findings = Checks.findings(in: GraphAnalysis(of: graph))
    #expect(findings.map(\.instances) == [2_000, 2_000, 2_000])
    #expect(Set(findings.map(\.holds.count)) == [2_000, 4_000, 6_000])
    let delegate = findings.first { $0.path.objects.count == 2 }
    #expect(delegate?.cut.steps.map(\.reference.name) == ["delegate"])
  }

  @Test func `equal components are judged alike whether they are taken together or alone`() {
    for seed in UInt64(0)..<300 {
      let graph = RandomGraph.graph(seed: seed, objects: 1...10)
      let alone = Checks.findings(in: GraphAnalysis(of: graph))
      let twice = Checks.findings(in: GraphAnalysis(of: doubled(graph)))
      guard graph.objects.contains(where: \.isRoot) else { continue }
      #expect(twice.map(\.fingerprint).sorted() == alone.map(\.fingerprint).sorted())
      let counts = Dictionary(alone.map { ($0.fingerprint, $0.instances) }) { first, _ in first }
      for finding in twice {
        #expect(finding.instances == 2 * (counts[finding.fingerprint] ?? 0), "seed \(seed)")
      }
    }
  }

  /// Two copies of a graph in one.
  private func doubled(_ graph: ObjectGraph) -> ObjectGraph {
    var builder = ObjectGraph.Builder()
    for copy in ["", "'"] {
      func renamed(_ id: ObjectID) -> ObjectID { .text("\(id)\(copy)") }
      for object in graph.objects {
        var description = object.objectDescription
        description.id = renamed(object.id)
        builder.add(description)
      }
      for reference in graph.references {
        var description = reference.referenceDescription
        description.from = renamed(description.from)
        description.to = renamed(description.to)
        if case .inDeinit(let owner)? = description.until?.called {
          description.until?.called = .inDeinit(of: renamed(owner))
        }
        builder.add(description)
      }
    }
    do { return try builder.build() } catch { preconditionFailure("\(error)") }
  }
}
