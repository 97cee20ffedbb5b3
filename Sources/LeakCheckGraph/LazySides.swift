internal import Synchronization

extension ObjectGraph {
  /// The columns of a graph that follow from others: a stored graph has them made when somebody asks.
  ///
  /// Threads that come first at the same time may each make them; all get the same ones.
  struct LazySides: ~Copyable, Sendable {
    private let knownSources = AtomicLazyReference<Sources>()
    private let knownIncoming = AtomicLazyReference<Incoming>()

    /// The object that each reference leaves.
    final class Sources: Sendable {
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

    func sources(of outgoingStarts: Column<Int32>) -> Column<Int32> {
      if let known = knownSources.load() { return known.column }
      return setSources(outgoingStarts.runRows()).column
    }

    func incoming(of targets: Column<Int32>, objectCount: Int) -> Incoming {
      if let known = knownIncoming.load() { return known }
      return WorkStage.invert.run(of: targets.count) { _ in
        setIncoming(Adjacency.inverse(of: targets.array, vertexCount: objectCount))
      }
    }

    /// Keeps columns that are known already.
    @discardableResult func setSources(_ sources: [Int32]) -> Sources {
      knownSources.storeIfNil(Sources(sources))
    }

    /// Keeps columns that are known already.
    @discardableResult
    func setIncoming(_ inverse: (starts: [Int32], order: [Int32])) -> Incoming {
      knownIncoming.storeIfNil(Incoming(inverse))
    }

    /// The bytes of what was made so far.
    var byteCount: Int {
      let incoming = knownIncoming.load().map { $0.starts.byteCount + $0.order.byteCount } ?? 0
      return incoming + (knownSources.load()?.column.byteCount ?? 0)
    }
  }
}
