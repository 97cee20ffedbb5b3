internal import Dispatch
import LeakCheckGraph
internal import Synchronization

/// The search for the components of a graph, which in a large one another thread does while whoever wants them goes on
/// with something else.
final class ComponentSearch: Sendable {
  private final class Found: Sendable {
    let components: StronglyConnectedComponents

    init(_ components: StronglyConnectedComponents) { self.components = components }
  }

  /// What is to be done; `nil` as soon as a thread has begun to.
  private let search: Mutex<Search?>
  private let result = AtomicLazyReference<Found>()
  private let work = DispatchGroup()

  private typealias Search = @Sendable () -> StronglyConnectedComponents

  /// A search along edges.
  ///
  /// - Parameters:
  ///   - edges: what is searched.
  ///   - isUrgent: whether it begins at once; where there are few edges, it ends before this returns. What is not urgent
  ///     is searched when somebody asks.
  ///   - search: finds the components.
  init(
    along edges: Adjacency, isUrgent: Bool = true,
    _ search: @escaping @Sendable (Adjacency) -> StronglyConnectedComponents
  ) {
    self.search = Mutex { search(edges) }
    guard isUrgent else { return }
    if edges.edgeCount < TwoThreads.fewest {
      run()
    } else {
      DispatchQueue.global().async { self.run() }
    }
  }

  /// Searches, unless another thread has begun to.
  private func run() {
    let begun = search.withLock { search in
      if search != nil { work.enter() }
      return search.take()
    }
    guard let search = begun else { return }
    _ = result.storeIfNil(Found(search()))
    work.leave()
  }

  /// Whether nobody has to wait for the components.
  var isDone: Bool { result.load() != nil }

  /// The components, as soon as they are there; any thread may ask.
  ///
  /// Where all threads are busy with something else, whoever asks first searches.
  var components: StronglyConnectedComponents {
    if let result = result.load() { return result.components }
    run()
    work.wait()
    guard let result = result.load() else { preconditionFailure("the search has ended") }
    return result.components
  }
}
