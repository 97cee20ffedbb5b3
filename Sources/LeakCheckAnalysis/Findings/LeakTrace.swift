public import LeakCheckGraph

/// The references that keep an object alive, from a root to it or around a cycle.
///
/// The trace is the shortest one. Of equally short ones, it is the one whose types and names come first in the
/// alphabet, so that ids and the order of the input decide nothing.
public struct LeakTrace: Sendable {
  /// The references, in order.
  ///
  /// - Complexity: O(references) for a path from a root.
  public var references: [ObjectGraph.Reference] {
    switch way {
    case .listed(let references, _): references
    case .found(let path): path.references
    }
  }

  /// The objects, in order: one more than references on a path, as many on a cycle.
  ///
  /// - Complexity: O(references) for a path from a root.
  public var objects: [ObjectGraph.Object] {
    switch way {
    case .listed(_, let objects): objects
    case .found(let path): [path.start] + path.references.map(\.target)
    }
  }

  /// The same trace with stored objects and references.
  ///
  /// Repeated reads then need no search each time, which would take quadratic time for a long path.
  ///
  /// - Complexity: O(references).
  package var listed: LeakTrace {
    guard case .found(let path) = way else { return self }
    return LeakTrace(from: path.start, along: path.references)
  }

  /// The number of objects, counted as far as `bound` or somewhat farther.
  ///
  /// - Complexity: O(min(objects, bound)), without memory for them.
  package func objectCount(upTo bound: Int = .max) -> Int {
    switch way {
    case .listed(_, let objects): objects.count
    case .found(let path):
      path.paths.length(ofPathTo: path.target, upTo: bound) + path.rest.count + 1
    }
  }

  /// The last `count` objects, at least two, or all if there are fewer.
  ///
  /// - Complexity: O(count).
  package func suffix(_ count: Int) -> LeakTrace {
    let references = self.references(last: count - 1)
    guard let first = references.first else { return self }
    return LeakTrace(from: first.source, along: references)
  }

  /// The first `count` objects, at least one, or all if there are fewer.
  ///
  /// - Complexity: O(references) for a path from a root, O(count) otherwise; memory for what is given only.
  package func prefix(_ count: Int) -> LeakTrace {
    guard let first, objectCount(upTo: count) > count else { return self }
    let references = references(first: max(0, count - 1))
    return LeakTrace(from: first, along: references)
  }

  private func references(first count: Int) -> [ObjectGraph.Reference] {
    switch way {
    case .listed(let references, _): Array(references.prefix(count))
    case .found(let path): path.references(first: count)
    }
  }

  private func references(last count: Int) -> [ObjectGraph.Reference] {
    switch way {
    case .listed(let references, _): Array(references.suffix(count))
    case .found(let path): path.references(last: count)
    }
  }

  /// The first object.
  ///
  /// - Complexity: O(references) for a path from a root, O(1) otherwise.
  package var first: ObjectGraph.Object? {
    switch way {
    case .listed(_, let objects): objects.first
    case .found(let path): path.start
    }
  }

  /// The last object.
  ///
  /// - Complexity: O(1).
  package var last: ObjectGraph.Object? {
    switch way {
    case .listed(_, let objects): objects.last
    case .found(let path): path.rest.last?.target ?? path.graph.object(path.target)
    }
  }

  /// The object that the trace is about: the one that a path leads to, or where a cycle begins.
  ///
  /// - Complexity: O(1).
  package var subject: ObjectGraph.Object? { isCycle ? first : last }

  /// Whether the last reference leads back to the first object.
  public let isCycle: Bool

  private let way: Way

  private enum Way {
    case listed([ObjectGraph.Reference], [ObjectGraph.Object])
    case found(FoundPath)
  }

  /// Creates the cycle along `references`.
  package init(cycle references: [ObjectGraph.Reference]) {
    // Sources are looked up once: a cycle may have millions.
    let sources = references.first?.graph.storage.sources
    let objects = references.compactMap { reference in
      sources.map { reference.graph.object($0[Int(reference.index)]) }
    }
    way = .listed(references, objects)
    isCycle = true
  }

  /// Creates the path from `first` along `references`.
  package init(from first: ObjectGraph.Object, along references: [ObjectGraph.Reference]) {
    way = .listed(references, [first] + references.map(\.target))
    isCycle = false
  }

  /// Creates the path to `target` and on along `rest`, or `target` alone if no path leads to it.
  ///
  /// Many findings may have long paths that differ only at their ends, and most paths are never read. This form takes
  /// no memory for each.
  init(
    to target: Int32, along paths: ShortestPaths, in analysis: GraphAnalysis,
    then rest: [ObjectGraph.Reference] = []
  ) {
    way = .found(
      FoundPath(
        graph: analysis.graph, all: analysis.retaining.references, paths: paths, target: target,
        rest: rest))
    isCycle = false
  }
}

/// A path that is computed on demand.
private struct FoundPath: Sendable {
  let graph: ObjectGraph
  /// The reference for each edge.
  let all: [Int32]
  let paths: ShortestPaths
  let target: Int32
  let rest: [ObjectGraph.Reference]

  var start: ObjectGraph.Object { graph.object(paths.start(ofPathTo: target)) }

  var references: [ObjectGraph.Reference] { references(last: .max) }

  func references(last count: Int) -> [ObjectGraph.Reference] {
    let found = paths.end(ofPathTo: target, count: max(0, count - rest.count))
    return found.map { graph.reference(all[Int($0)]) } + rest.suffix(count)
  }

  func references(first count: Int) -> [ObjectGraph.Reference] {
    let found = paths.beginning(ofPathTo: target, count: count)
    return found.map { graph.reference(all[Int($0)]) } + rest.prefix(max(0, count - found.count))
  }
}
