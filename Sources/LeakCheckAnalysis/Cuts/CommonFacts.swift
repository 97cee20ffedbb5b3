import LeakCheckGraph

/// Facts that are the same for every thread, each computed once, by the thread that needs it first.
struct CommonFacts: Sendable {
  /// The roots that are objects, and those that are memory without a type, in the order of labels.
  typealias Sources = (named: [Int32], memory: [Int32])

  let labels: Labels
  private let knownSources: Lazy<Sources>
  private let knownRootPaths: Lazy<ShortestPaths>
  private let knownDeclarations: Lazy<Declarations>

  init(_ analysis: GraphAnalysis) {
    let labels = Labels(analysis.graph)
    let sources = Lazy { Self.sources(of: analysis, in: labels) }
    self.labels = labels
    knownSources = sources
    knownRootPaths = Lazy {
      ShortestPaths(
        from: sources.value.named, then: sources.value.memory, along: analysis.retaining,
        tails: analysis.tails, labels: labels.edges)
    }
    knownDeclarations = Lazy { Declarations(analysis) }
  }

  /// The roots that are objects, and those that are memory without a type.
  var sources: Sources { knownSources.value }

  /// The shortest paths from roots.
  var rootPaths: ShortestPaths { knownRootPaths.value }

  /// The places of the source.
  var declarations: Declarations { knownDeclarations.value }

  /// The roots in the order of labels, apart from memory without a type.
  ///
  /// A word in such memory may be old, and nobody knows what to end there: what an object reaches is told from that
  /// object, however long the way.
  private static func sources(of analysis: GraphAnalysis, in labels: Labels) -> Sources {
    let storage = analysis.graph.storage
    var sources = Sources(named: [], memory: [])
    var last = (type: Int32(-1), isMemory: false)
    // Those of a type stand together.
    for root in labels.sorted(analysis.roots) {
      let type = storage.types[Int(root)]
      if type != last.type { last = (type, storage.strings[type] == ValueTypes.memoryOfC) }
      if last.isMemory { sources.memory.append(root) } else { sources.named.append(root) }
    }
    return sources
  }
}
