#if os(Linux) && canImport(Glibc)
import LeakCheckCapture
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

private typealias Block = @convention(block) () -> Int

private struct BlockPair {
  var first: Block
  var second: (Block, Int)?
}

private enum BlockCase {
  case one(Block)
  case none
}

/// Has blocks wherever a type can have them; in an array, Swift itself crashes.
private final class BlockKeeper {
  let number = 7
  var plain: Block?
  var twice: Block??
  var pair: BlockPair?
  var either = BlockCase.none
  var run: (() -> Int)?
  var last: BlockKeeper?

  func fill() {
    let block: Block = { [self] in number }
    (plain, twice, either) = (block, .some(block), .one(block))
    pair = BlockPair(first: block, second: (block, 1))
    run = { [plain] in plain?() ?? 0 }
    last = self
  }

  func empty() {
    (plain, twice, pair, either, run, last) = (nil, nil, nil, .none, nil, nil)
  }
}

extension LiveProcess {
  /// The runtime crashes where it is asked for the type of an optional block, or of what else has blocks in it.
  @Test func `what holds blocks is read without asking for their types`() throws {
    let keeper = BlockKeeper()
    keeper.fill()
    defer { keeper.empty() }
    let graph = try captureObjectGraph()
    let object = try #require(graph.objects.first { $0.type == "BlockKeeper" })
    let held = object.references.map { ($0.name, $0.target.type) }
    #expect(held.contains { $0 == ("plain", "block") }, "\(held)")
    #expect(held.contains { $0 == ("either", "block") || $0 == ("either.one", "block") }, "\(held)")
    // What comes behind is found where it is.
    #expect(held.contains { $0 == ("last", "BlockKeeper") }, "\(held)")
    #expect(held.contains { $0.0 == "run" }, "\(held)")
    let block = try #require(object.references.first { $0.name == "plain" }?.target)
    let closure = try #require(block.references.first?.target)
    #expect(closure.references.contains { $0.target.id == object.id })
  }
}
#endif
