/// The cost of cutting each declaration of a problem, computed when the search asks.
///
/// A price depends on what else holds the targets, in the whole graph; the search asks for few of them. A class, because it
/// remembers. Not for use by several threads at once.
final class DeclarationCosts {
  private var known: [Int]
  private let price: (Int) -> Int
  private static let unknown = -1

  /// The costs of `count` declarations, each of which `price` says once; none is negative.
  init(count: Int, _ price: @escaping (Int) -> Int) {
    known = [Int](repeating: Self.unknown, count: count)
    self.price = price
  }

  /// How many declarations there are.
  var count: Int { known.count }

  subscript(declaration: Int) -> Int {
    if known[declaration] == Self.unknown { known[declaration] = price(declaration) }
    return known[declaration]
  }
}
