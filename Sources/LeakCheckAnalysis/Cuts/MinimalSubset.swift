/// A minimal subset of a list that satisfies a monotone condition, preferring early elements.
///
/// QuickXplain by divide and conquer: O(k log(n / k)) tests for a result of k; it nests log n deep. The condition is `nil`
/// where there is no time left to ask: then nothing more is left out.
struct MinimalSubset {
  private let suffices: ([Int32]) -> Bool?

  init(_ suffices: @escaping ([Int32]) -> Bool?) { self.suffices = suffices }

  /// A part of `items` that suffices, of which nothing can be left out; `items` must suffice.
  func minimal(of items: [Int32]) -> [Int32] {
    suffices([]) == true ? [] : needed(from: items, given: [], hasChanged: false)
  }

  private func needed(from items: [Int32], given: [Int32], hasChanged: Bool) -> [Int32] {
    if hasChanged {
      guard let isEnough = suffices(given) else { return items }
      if isEnough { return [] }
    }
    if items.count <= 1 { return items }
    let half = items.count / 2
    let (preferred, rest) = (Array(items[..<half]), Array(items[half...]))
    let fromRest = needed(from: rest, given: given + preferred, hasChanged: true)
    return needed(from: preferred, given: given + fromRest, hasChanged: !fromRest.isEmpty)
      + fromRest
  }
}
