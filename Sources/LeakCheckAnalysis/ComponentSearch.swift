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

  /// What is to be searched; `nil` as soon as a thread has begun to.
  private let edges: Mutex<Adjacency?>
  private let result = AtomicLazyReference<Found>()
  private let work = DispatchGroup()

  /// The search along `edges`, which begins at once; where there are few, it ends before this returns.
  init(along edges: Adjacency) {
    self.edges = Mutex(edges)
    work.enter()
    if edges.edgeCount < TwoThreads.fewest {
      search()
    } else {
      DispatchQueue.global().async { self.search() }
    }
  }

  /// Searches, unless another thread has begun to.
  private func search() {
    guard let edges = edges.withLock({ $0.take() }) else { return }
    _ = result.storeIfNil(Found(StronglyConnectedComponents(of: edges)))
    work.leave()
  }

  /// Whether nobody has to wait for the components.
  var isDone: Bool { result.load() != nil }

  /// The components, as soon as they are there; any thread may ask.
  ///
  /// Where all threads are busy with something else, whoever asks first searches.
  var components: StronglyConnectedComponents {
    if let result = result.load() { return result.components }
    search()
    work.wait()
    guard let result = result.load() else { preconditionFailure("the search has ended") }
    return result.components
  }
}
