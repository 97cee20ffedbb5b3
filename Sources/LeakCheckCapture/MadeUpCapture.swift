import LeakCheckGraph

/// A graph that stands for what captures find: how tests of assertions say what there is.
package struct MadeUpCapture: Sendable {
  /// What every capture of this task finds, where a test says so.
  @TaskLocal package static var current: MadeUpCapture?

  private let find: @Sendable () -> CapturedLeaks

  /// Captures that find what `find` gives.
  package init(_ find: @escaping @Sendable () -> CapturedLeaks) { self.find = find }

  var leaks: CapturedLeaks { find() }
}
