import LeakCheckGraph

/// Stub results of captures, for tests of the assertions.
package struct MadeUpCapture: Sendable {
  /// What every capture of this task finds, where a test says so.
  @TaskLocal package static var current: MadeUpCapture?

  private let find: @Sendable () -> CapturedLeaks
  private var refusal: CaptureError?

  /// Captures that find what `find` gives.
  package init(_ find: @escaping @Sendable () -> CapturedLeaks) { self.find = find }

  /// Captures that are refused.
  package init(refusing error: CaptureError) {
    find = { CapturedLeaks(graph: .empty, notes: []) }
    refusal = error
  }

  func leaks() throws(CaptureError) -> CapturedLeaks {
    if let refusal { throw refusal }
    return find()
  }
}
