internal import LeakCheckLocks

/// A counter of a stage's progress: one relaxed addition, from any thread.
///
/// Meant for each few thousand objects, not for each one.
package struct WorkCounter: Sendable {
  /// Counts nothing, where nobody asks.
  package static let none: Self = Self(amount: nil)

  /// The counter of the stage that this task is in.
  package static var current: Self { WorkRecord.current?.counter ?? .none }

  /// The counted amount.
  final class Amount: Sendable {
    private let value = Atomic<Int>(0)

    var done: Int { value.load(ordering: .relaxed) }

    func add(_ count: Int) { value.wrappingAdd(count, ordering: .relaxed) }
  }

  let amount: Amount?

  /// `rows` in pieces: a loop over each is as fast as one over all, and progress is counted between them.
  package static func pieces(of rows: Range<Int>) -> [Range<Int>] {
    let length = 1 << 16
    return stride(from: rows.lowerBound, to: rows.upperBound, by: length).map {
      $0..<min($0 + length, rows.upperBound)
    }
  }

  /// What was counted so far.
  package var count: Int { amount?.done ?? 0 }

  /// Counts `count` more.
  ///
  /// - Complexity: O(1).
  package func add(_ count: Int) { amount?.add(count) }
}
