/// What the machine offers for building a graph: a second thread, and large pages.
///
/// The graph knows neither; whoever builds one hands them in. The result is the same either way.
@safe package struct BuildSupport: Sendable {
  /// Does two independent pieces of work, in any order or at once, and returns when both are done.
  package typealias Fork = @Sendable (_ first: () -> Void, _ second: () -> Void) -> Void
  /// Prepares memory that is about to be written for the first time; changes nothing in it.
  package typealias Advise = @Sendable (_ memory: UnsafeMutableRawBufferPointer) -> Void

  /// `nil`: one piece after the other.
  private let run: Fork?
  private let prepare: Advise

  /// The support of `fork`, which may be missing, and of `advise`.
  package init(fork: Fork?, advise: @escaping Advise) {
    run = fork
    unsafe prepare = unsafe advise
  }

  /// One piece after the other, on the caller's thread and any pages.
  package static let none = unsafe BuildSupport(fork: nil, advise: { _ in })

  /// Does both pieces.
  package func fork(_ first: () -> Void, _ second: () -> Void) {
    if let run { return run(first, second) }
    first()
    second()
  }

  /// Memory below this size is not worth a question to the kernel.
  private static let smallest = 1 << 22

  /// Prepares memory that is about to be written for the first time.
  package func advise(_ memory: UnsafeMutableRawBufferPointer) {
    if memory.count >= Self.smallest { unsafe prepare(memory) }
  }

  /// Fewer rows are not worth a thread.
  static let fewest = 1 << 15

  /// Calls `body` with the rows up to `count`, in two halves when there are many and a second thread.
  func halves(of count: Int, _ body: (Range<Int>) -> Void) {
    guard let run, count >= Self.fewest else { return body(0..<count) }
    let middle = count / 2
    run({ body(0..<middle) }, { body(middle..<count) })
  }
}
