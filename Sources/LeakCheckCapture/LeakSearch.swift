package import LeakCheckGraph

/// An object by its address, masked so that it does not look like a reference.
package struct ObjectAddress: Hashable, Sendable {
  private let masked: UInt

  package init(_ object: AnyObject) { masked = ~UInt(bitPattern: ObjectIdentifier(object)) }
}

/// What a capture found of objects that should be gone.
package struct CapturedLeaks: Sendable {
  /// What keeps them: the objects that should be gone have `expect: gone`.
  ///
  /// No objects at all when nothing is left.
  package var graph: ObjectGraph
  /// What a reader must know, such as that another test was running at the same time.
  package var notes: [String]

  package init(graph: ObjectGraph, notes: [String]) {
    self.graph = graph
    self.notes = notes
  }
}

/// Graphs that stand for captures, until captures are written.
package struct MadeUpCapture: Sendable {
  /// What every capture finds, where a test says so.
  @TaskLocal package static var current: MadeUpCapture?

  private let find: @Sendable () -> CapturedLeaks

  package init(_ find: @escaping @Sendable () -> CapturedLeaks) { self.find = find }

  static func leaks() throws(CaptureError) -> CapturedLeaks {
    guard let current else {
      throw CaptureError(.unsupportedSystem, "this build cannot read live objects")
    }
    return current.find()
  }
}

/// What keeps objects that should be gone (confirmed in a second capture).
package func captureRetainers(
  of objects: [(address: ObjectAddress, because: String)]
) throws(CaptureError) -> CapturedLeaks {
  try MadeUpCapture.leaks()
}

/// The objects of this process before something is done.
package struct HeapMark: Sendable {
  package init() throws(CaptureError) {
    if MadeUpCapture.current == nil { _ = try MadeUpCapture.leaks() }
  }
}

/// What is left since `mark` besides what `value` holds.
///
/// Objects on unreachable cycles that were not there, and new objects of the app's own modules, less those
/// whose type is in `allowed`.
package func captureLeftovers<Value>(
  since mark: HeapMark, keeping value: borrowing Value, allowing allowed: Set<String>
) throws(CaptureError) -> CapturedLeaks {
  try MadeUpCapture.leaks()
}

/// Everything a live object reaches or that keeps it, nothing expected gone.
package func captureGraph(around object: ObjectAddress) throws(CaptureError) -> ObjectGraph {
  try MadeUpCapture.leaks().graph
}
