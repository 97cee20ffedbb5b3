#if os(Linux) && canImport(Glibc)
import Glibc

@testable import LeakCheckCapture

/// Real objects of this process whose memory made-up heaps are built from.
final class ObjectTemplates: @unchecked Sendable {
  final class Node: @unchecked Sendable {
    var next: Node?
    weak var back: Node?
    unowned(unsafe) var raw: Node?
    var list: [Node] = []
    var byName: [String: Node] = [:]
    var numbers: Set<Int> = [1, 2, 3]
    var body: (() -> Void)?
    var any: Any = 3
    var choice = Choice.none
    var error: (any Error)?
  }

  enum Choice {
    case none
    case one(Node)
    case two(Node, [Int])
    indirect case more(Choice, Node)
  }

  struct Failure: Error { var node: Node }
  struct Large { var first: Node, second: Node, third: Node, fourth: Node }

  /// The words of each piece of memory, by its address.
  private(set) var chunks: [UInt: [UInt]] = [:]
  /// How many of them are nodes.
  let nodeCount = 3
  private var keep: [Any] = []

  init() throws {
    let nodes = (0..<nodeCount).map { _ in Node() }
    for (index, node) in nodes.enumerated() {
      let other = nodes[(index + 1) % nodes.count]
      node.next = other
      node.back = other
      unsafe node.raw = other
      node.list = [other, node]
      node.byName = ["first": other, "second of many": node]
      node.body = { [other] in other.next = node }
      node.any = Large(first: node, second: other, third: node, fourth: other)
      node.choice = index == 0 ? .two(other, [1]) : .more(.one(node), other)
      node.error = Failure(node: other)
    }
    let task = Task<Node, Never> {
      unsafe await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      return nodes[0]
    }
    keep = [nodes, task]
    usleep(20_000)
    var open = nodes.map { UInt(bitPattern: ObjectIdentifier($0)) }
    unsafe open.append(unsafeBitCast(task, to: UInt.self))
    let heap = try HeapCapture()
    while let address = open.popLast(), chunks.count < 400 {
      let chunk = heap.chunks.chunk(at: address)
      guard chunks[address] == nil, chunk >= 0, heap.byteCount(of: chunk) <= 4096 else { continue }
      let words = (0..<heap.byteCount(of: chunk) / 8).map {
        unsafe heap.chunks.words(of: chunk)[$0]
      }
      chunks[address] = words
      open += words.map { $0 & 0x0000_ffff_ffff_fff0 }.filter { $0 != 0 }
      open += words.filter { $0 >> 62 == 3 }.map { ($0 & (1 << 62 - 1)) << 3 }
    }
  }

  func end() { keep = [] }
}
#endif
