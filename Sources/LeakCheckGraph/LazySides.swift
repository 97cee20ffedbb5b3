internal import Synchronization

extension ObjectGraph {
  /// The columns of a graph that follow from others: a stored graph has them made when somebody asks.
  ///
  /// Threads that come first at the same time may each make them; all get the same ones.
  struct LazySides: ~Copyable, Sendable {
    /// What was known from the beginning, where nobody has to load anything.
    private let given: (sources: Column<Int32>, incoming: Incoming)?
    private let madeSources = AtomicLazyReference<Sources>()
    private let madeIncoming = AtomicLazyReference<Incoming>()

    /// The object that each reference leaves.
    private final class Sources: Sendable {
      let column: Column<Int32>

      init(_ sources: [Int32]) { column = Column(sources) }
    }

    /// The references that reach each object.
    final class Incoming: Sendable {
      let starts: Column<Int32>
      let order: Column<Int32>

      init(_ inverse: (starts: [Int32], order: [Int32])) {
        starts = Column(inverse.starts)
        order = Column(inverse.order)
      }
    }

    /// Columns that are made when somebody asks.
    init() { given = nil }

    /// Columns that are known already.
    init(sources: [Int32], incoming: (starts: [Int32], order: [Int32])) {
      given = (Column(sources), Incoming(incoming))
    }

    func sources(of outgoingStarts: Column<Int32>) -> Column<Int32> {
      if let given { return given.sources }
      if let known = madeSources.load() { return known.column }
      return madeSources.storeIfNil(Sources(outgoingStarts.runRows())).column
    }

    func incoming(of targets: Column<Int32>, objectCount: Int) -> Incoming {
      if let known = knownIncoming { return known }
      return WorkStage.invert.run(of: targets.count) { _ in
        let inverse = Adjacency.inverse(of: targets.array, vertexCount: objectCount)
        return madeIncoming.storeIfNil(Incoming(inverse))
      }
    }

    /// The references that reach each object, where they are known already.
    var knownIncoming: Incoming? { given?.incoming ?? madeIncoming.load() }

    /// The bytes of what was made so far.
    var byteCount: Int {
      let sources = given?.sources ?? madeSources.load()?.column
      let incoming = knownIncoming
      return (sources?.byteCount ?? 0)
        + (incoming.map { $0.starts.byteCount + $0.order.byteCount } ?? 0)
    }
  }
}
