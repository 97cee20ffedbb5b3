internal import Dispatch
import LeakCheckGraph
internal import Synchronization

/// The search for the components of a graph, which in a large one another thread does while whoever wants them goes on
/// with something else.
final class ComponentSearch: Sendable {
  private final class Result: Sendable {
    let components: StronglyConnectedComponents

    init(_ components: StronglyConnectedComponents) { self.components = components }
  }

  private let result = AtomicLazyReference<Result>()
  private let work = DispatchGroup()

  /// The search along `edges`, which begins at once; where there are few, it ends before this returns.
  init(along edges: Adjacency) {
    if edges.edgeCount < TwoThreads.fewest {
      search(edges)
    } else {
      DispatchQueue.global().async(group: work) { self.search(edges) }
    }
  }

  private func search(_ edges: Adjacency) {
    _ = result.storeIfNil(Result(StronglyConnectedComponents(of: edges)))
  }

  /// Whether nobody has to wait for the components.
  var isDone: Bool { result.load() != nil }

  /// The components, as soon as they are there; any thread may ask.
  var components: StronglyConnectedComponents {
    if let result = result.load() { return result.components }
    work.wait()
    guard let result = result.load() else { preconditionFailure("the search has ended") }
    return result.components
  }
}
