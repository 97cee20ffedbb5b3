import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@Suite struct FingerprintTests {
  @Test func `the least rotation is the least of all`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<1_000 {
      let count = Int.random(in: 1...9, using: &random)
      let labels = (0..<count).map { _ in ["a", "b", "c"].randomElement(using: &random) ?? "a" }
      let all = labels.indices.map { Array(labels[$0...] + labels[..<$0]) }
      let least = all.min { $0.lexicographicallyPrecedes($1) }
      #expect(all[Fingerprint.leastRotation(of: labels)] == least, "\(labels)")
    }
  }

  @Test(arguments: [
    ("items[12]", "items[x]"), ("a[1][23].b", "a[x][x].b"), ("Foo 0x7f00DEAD", "Foo 0x"),
    ("[key]", "[key]"), ("x[", "x["), ("a[1", "a[1"), ("", ""),
  ])
  func `positions and addresses are not part of a name`(text: String, expected: String) {
    #expect(Fingerprint.normalized(text) == expected)
  }

  @Test func `ids, sizes and the order of the input do not change a fingerprint`() throws {
    for seed: UInt64 in 0..<300 {
      let graph = RandomGraph.graph(seed: seed, objects: 1...6)
      let renamed = try renamed(graph)
      let fingerprints = [graph, graph.shuffled(seed: seed), renamed].map { graph in
        let findings = Checks.findings(in: GraphAnalysis(of: graph))
        return Set(findings.filter { $0.path.objects.count < 3 }.map(\.fingerprint))
      }
      #expect(fingerprints[0] == fingerprints[1], "seed \(seed)")
      let kinds = [graph, renamed].map { graph in
        Checks.findings(in: GraphAnalysis(of: graph)).map(\.kind.rawValue).sorted()
      }
      #expect(kinds[0].isEmpty == kinds[1].isEmpty, "seed \(seed)")
    }
  }

  @Test func `where all names differ, ids decide nothing`() throws {
    var random = SplitMix64(seed: 11)
    for round in 0..<Rounds.of(1_000, usually: 250) {
      let count = Int.random(in: 1...8, using: &random)
      let edges = RandomGraph.edges(vertexCount: count, using: &random)
      let roots = (0..<count).map { _ in random.chance(0.2) }
      let fingerprints = try [(0..<count).map { $0 }, (0..<count).shuffled(using: &random)].map {
        try self.fingerprints(of: edges, roots, ids: $0)
      }
      #expect(fingerprints[0] == fingerprints[1], "round \(round)")
    }
  }

  /// The fingerprints in a graph in which every object has a type and every reference a name of its own.
  private func fingerprints(
    of edges: [(tail: Int32, head: Int32)], _ roots: [Bool], ids: [Int]
  ) throws -> [String] {
    var builder = ObjectGraph.Builder()
    for (index, isRoot) in roots.enumerated() {
      var object = ObjectDescription(id: .number(Int64(ids[index])), type: "T\(index)")
      if isRoot { object.root = "static" }
      builder.add(object)
    }
    for (index, edge) in edges.enumerated() {
      var reference = ReferenceDescription(
        from: .number(Int64(ids[Int(edge.tail)])), to: .number(Int64(ids[Int(edge.head)])))
      reference.name = "p\(index)"
      builder.add(reference)
    }
    return Checks.findings(in: GraphAnalysis(of: try builder.build())).map(\.fingerprint).sorted()
  }

  @Test func `one bug has one fingerprint under other ids`() {
    let shapes = ["vc -> c{} 'on'; c -> vc 'self'", "loop! -> t 'timers'; t -> vc- 'target'"]
    for shape in shapes {
      let graph = ObjectGraph(shape)
      guard let renamed = try? renamed(graph) else { continue }
      let fingerprints = [graph, renamed].map {
        Checks.findings(in: GraphAnalysis(of: $0)).map(\.fingerprint)
      }
      #expect(fingerprints[0] == fingerprints[1])
      #expect(fingerprints[0].count == 1)
    }
  }

  /// The same graph with ids that sort the other way round, and other sizes.
  private func renamed(_ graph: ObjectGraph) throws -> ObjectGraph {
    var builder = ObjectGraph.Builder()
    func id(_ old: ObjectID) -> ObjectID {
      .number(1_000 - Int64(graph.object(withID: old)?.index ?? 0))
    }
    for object in graph.objects {
      var description = object.objectDescription
      description.id = id(object.id)
      description.size += 7
      builder.add(description)
    }
    for reference in graph.references {
      var description = reference.referenceDescription
      description.from = id(description.from)
      description.to = id(description.to)
      if let until = description.until, case .inDeinit(let owner) = until.called {
        description.until = .init(event: until.event, called: .inDeinit(of: id(owner)))
      }
      builder.add(description)
    }
    return try builder.build()
  }
}
