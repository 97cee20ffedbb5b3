import LeakCheckGraph

/// Stub results of captures, for tests of the assertions.
package struct MadeUpCapture: Sendable {
  /// The stub for all captures of this task, if a test sets one.
  @TaskLocal package static var current: MadeUpCapture?

  private let find: @Sendable () -> CapturedLeaks
  private var refusal: CaptureError?

  /// Captures that return the result of `find`.
  package init(_ find: @escaping @Sendable () -> CapturedLeaks) { self.find = find }

  /// Captures that fail.
  package init(refusing error: CaptureError) {
    find = { CapturedLeaks(graph: .empty, notes: []) }
    refusal = error
  }

  func leaks() throws(CaptureError) -> CapturedLeaks {
    if let refusal { throw refusal }
    return find()
  }
}
