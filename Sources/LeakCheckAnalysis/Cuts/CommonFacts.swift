import LeakCheckGraph
internal import LeakCheckLocks

/// Facts that are the same for every thread, each computed once, by the thread that needs it first.
final class CommonFacts: Sendable {
  let labels: Labels
  private let analysis: GraphAnalysis
  private let found = (
    sources: Once<(named: [Int32], memory: [Int32])>(), rootPaths: Once<ShortestPaths>(),
    declarations: Once<Declarations>()
  )

  init(_ analysis: GraphAnalysis) {
    self.analysis = analysis
    labels = Labels(analysis.graph)
  }

  /// The shortest paths from roots.
  var rootPaths: ShortestPaths {
    found.rootPaths.value {
      ShortestPaths(
        from: sources.named, then: sources.memory, along: analysis.retaining, tails: analysis.tails,
        labels: labels.edges)
    }
  }

  /// The places of the source.
  var declarations: Declarations { found.declarations.value { Declarations(analysis) } }

  /// The roots that are objects, and those that are memory without a type, in the order of labels.
  ///
  /// A word in such memory may be old, and nobody knows what to end there: what an object reaches is told from that
  /// object, however long the way.
  var sources: (named: [Int32], memory: [Int32]) {
    found.sources.value {
      let storage = analysis.graph.storage
      var sources = (named: [Int32](), memory: [Int32]())
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
}

/// A value that the first thread that asks computes, while others wait for it.
final class Once<Value: Sendable>: Sendable {
  private let known = Mutex<Value?>(nil)

  func value(_ compute: () -> Value) -> Value {
    known.withLock { known in
      let value = known ?? compute()
      known = value
      return value
    }
  }
}
