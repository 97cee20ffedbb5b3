/// How a step that falls into two independent pieces is done: one after the other, or on two threads.
///
/// The graph knows no threads; whoever builds one hands them in. The result is the same either way.
package struct Fork: Sendable {
  /// Does both pieces and returns when both are done.
  package typealias Run = @Sendable (_ first: () -> Void, _ second: () -> Void) -> Void

  private let run: Run

  /// A fork that does its pieces by `run`.
  package init(_ run: @escaping Run) { self.run = run }

  /// One piece after the other, on the caller's thread.
  package static let serial = Fork { first, second in
    first()
    second()
  }

  /// Does both pieces.
  package func callAsFunction(_ first: () -> Void, _ second: () -> Void) { run(first, second) }

  /// Fewer rows are not worth a thread.
  static let fewest = 1 << 15

  /// Calls `body` with the rows up to `count`, in two halves when there are many.
  func halves(of count: Int, _ body: (Range<Int>) -> Void) {
    if count < Self.fewest { return body(0..<count) }
    let middle = count / 2
    run({ body(0..<middle) }, { body(middle..<count) })
  }
}
