extension [Int32] {
  /// The same vertices by falling value, which is not negative; those of one value stay in their order.
  ///
  /// - Complexity: O(vertices × digits of the largest value), digits of 11 bits; 8 bytes a vertex.
  package func sorted(fallingBy values: [Int64]) -> [Int32] {
    let largest = lazy.map { values[Int($0)] }.max() ?? 0
    let bits = Int64.bitWidth - largest.leadingZeroBitCount
    return stride(from: 0, to: bits, by: 11).reduce(self) { sorted, shift in
      sorted.sorted(byDigit: { Int((values[Int($0)] &>> Int64(shift)) & 2047) ^ 2047 })
    }
  }

  /// One pass of a radix sort: by a digit below 2048, stable.
  private func sorted(byDigit digit: (Int32) -> Int) -> [Int32] {
    var next = [Int](repeating: 0, count: 2049)
    for vertex in self { next[digit(vertex) + 1] += 1 }
    for index in 0..<2048 { next[index + 1] += next[index] }
    var sorted = self
    for vertex in self {
      let place = digit(vertex)
      sorted[next[place]] = vertex
      next[place] += 1
    }
    return sorted
  }
}
