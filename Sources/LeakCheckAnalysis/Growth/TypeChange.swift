/// The objects of one type across several graphs.
package struct TypeChange: Equatable, Sendable {
  /// The type, without array positions and addresses.
  package var type: String
  /// How many objects stay in each graph.
  package var objects: [Int]
  /// Their shallow bytes in each graph.
  package var bytes: [Int64]

  /// How many objects more the last graph has than the first; below 0 for fewer.
  package var objectChange: Int { (objects.last ?? 0) - (objects.first ?? 0) }
  /// How many bytes more the last graph has than the first; below 0 for fewer.
  package var byteChange: Int64 { (bytes.last ?? 0) - (bytes.first ?? 0) }

  /// By how many objects it grew at least, in each step from one graph to the next; 0 or less where a step
  /// added none.
  ///
  /// The weakest step is what tells a leak from a cache: a leak grows by every repeat of an action, a cache by
  /// the first.
  package var objectRate: Int { Self.least(objects) }
  /// By how many bytes it grew at least, in each step.
  package var byteRate: Int64 { Self.least(bytes) }

  /// Whether it grew in every step, in objects or in bytes.
  package var isGrowing: Bool { objectRate > 0 || byteRate > 0 }

  /// Whether there is more of it in the last graph than in the first: of its bytes, or of its objects where the
  /// bytes are as many.
  package var grew: Bool { byteChange != 0 ? byteChange > 0 : objectChange > 0 }

  /// Whether the last graph has as much of it as the first.
  var isAsAtFirst: Bool { objectChange == 0 && byteChange == 0 }

  /// Whether all graphs have as much of it.
  var isConstant: Bool {
    objects.allSatisfy { $0 == objects.first } && bytes.allSatisfy { $0 == bytes.first }
  }

  private static func least<Count: FixedWidthInteger>(_ counts: [Count]) -> Count {
    // No difference overflows, because no count is negative.
    zip(counts.dropFirst(), counts).map { $0 - $1 }.min() ?? 0
  }

  /// What grew most first; of one growth by name.
  static func precedes(_ left: TypeChange, _ right: TypeChange) -> Bool {
    if left.byteChange != right.byteChange { return left.byteChange > right.byteChange }
    if left.objectChange != right.objectChange { return left.objectChange > right.objectChange }
    return left.type.utf8.lexicographicallyPrecedes(right.type.utf8)
  }

  /// What grows most in its weakest step first.
  static func growsBefore(_ left: TypeChange, _ right: TypeChange) -> Bool {
    if left.byteRate != right.byteRate { return left.byteRate > right.byteRate }
    if left.objectRate != right.objectRate { return left.objectRate > right.objectRate }
    return precedes(left, right)
  }
}
