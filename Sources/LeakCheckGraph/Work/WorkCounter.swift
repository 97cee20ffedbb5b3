internal import Synchronization

/// Counts what a stage has done: one relaxed addition, from any thread.
///
/// Meant for each few thousand objects, not for each one.
public struct WorkCounter: Sendable {
  /// Counts nothing, where nobody asks.
  public static let none: Self = Self(amount: nil)

  /// The counter of the stage that this task is in.
  public static var current: Self { WorkRecord.current?.counter ?? .none }

  /// What was counted.
  final class Amount: Sendable {
    private let value = Atomic<Int>(0)

    var done: Int { value.load(ordering: .relaxed) }

    func add(_ count: Int) { value.wrappingAdd(count, ordering: .relaxed) }
  }

  let amount: Amount?

  /// A loop over many rows counts at every row whose number has none of these bits, so many at once.
  package static let mask: Int = step - 1
  /// The rows that a loop over many counts at once.
  package static let step: Int = 1 << 16

  /// Counts `count` more.
  ///
  /// - Complexity: O(1).
  public func add(_ count: Int) { amount?.add(count) }
}
