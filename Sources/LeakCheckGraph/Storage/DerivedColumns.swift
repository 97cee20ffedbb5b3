internal import LeakCheckLocks

extension ObjectGraph {
  /// The columns of a graph that follow from others, each computed once on demand.
  ///
  /// Graphs that differ in marks alone share it.
  final class DerivedColumns: Sendable {
    private let givenSources: Column<Int32>?
    private let givenIncoming: Incoming?
    private let madeSources = AtomicLazyReference<Sources>()
    private let madeIncoming = AtomicLazyReference<Incoming>()
    /// Who makes something has it; the others that ask wait.
    private let making = Mutex<Void>(())

    /// The source object of each reference.
    private final class Sources: Sendable {
      let column: Column<Int32>

      init(_ sources: [Int32]) { column = Column(sources) }
    }

    /// The references to each object.
    final class Incoming: Sendable {
      let starts: Column<Int32>
      let order: Column<Int32>

      init(_ inverse: (starts: [Int32], order: [Int32])) {
        starts = Column(inverse.starts)
        order = Column(inverse.order)
      }
    }

    /// Columns that are known already, where given.
    ///
    /// - Parameters:
    ///   - sources: the object that each reference leaves.
    ///   - incoming: the references that reach each object, as where they begin and in their order.
    init(
      sources: [Int32]? = nil, incoming: (starts: [Int32], order: [Int32])? = nil
    ) {
      givenSources = sources.map(Column.init)
      givenIncoming = incoming.map(Incoming.init)
    }

    func sources(of outgoingStarts: Column<Int32>) -> Column<Int32> {
      if let givenSources { return givenSources }
      if let known = madeSources.load() { return known.column }
      return making.withLock { _ in
        if let known = madeSources.load() { return known.column }
        return madeSources.storeIfNil(Sources(outgoingStarts.runRows())).column
      }
    }

    func incoming(of targets: Column<Int32>, objectCount: Int) -> Incoming {
      if let givenIncoming { return givenIncoming }
      if let known = madeIncoming.load() { return known }
      return making.withLock { _ in
        if let known = madeIncoming.load() { return known }
        return WorkStage.invert.run(of: targets.count) { _ in
          let inverse = Adjacency.inverse(of: targets.array, vertexCount: objectCount)
          return madeIncoming.storeIfNil(Incoming(inverse))
        }
      }
    }

    /// The bytes of what is known so far.
    var byteCount: Int {
      let sources = givenSources ?? madeSources.load()?.column
      let incoming = givenIncoming ?? madeIncoming.load()
      return (sources?.byteCount ?? 0)
        + (incoming.map { $0.starts.byteCount + $0.order.byteCount } ?? 0)
    }
  }
}
