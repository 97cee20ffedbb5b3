/// Cycles of two that nobody keeps, and a way to end them.
struct KnownLeaks {
  private final class Parent {
    var child: Child?
    let name = "a parent whose name is on the heap"
  }
  private final class Child {
    var onChange: (() -> Void)?
    var numbers = [1, 2, 3]
  }

  private typealias Cycle = (parent: MaskedAddress, child: MaskedAddress)

  private let parents: [MaskedAddress]
  private let children: [MaskedAddress]

  /// Every object of the cycles.
  var objects: [MaskedAddress] { parents + children }

  /// Leaks `count` cycles.
  @inline(never) init(cycles count: Int) {
    let cycles = (0..<count).map { _ in Self.leakOne() }
    parents = cycles.map(\.parent)
    children = cycles.map(\.child)
  }

  @inline(never) private static func leakOne() -> Cycle {
    let (parent, child) = (Parent(), Child())
    parent.child = child
    child.onChange = { Sink.take((parent, parent.name)) }
    return (MaskedAddress(of: parent), MaskedAddress(of: child))
  }

  /// Breaks the cycles.
  @inline(never) func end() {
    for parent in parents { (LiveObject.at(parent) as? Parent)?.child = nil }
  }
}
