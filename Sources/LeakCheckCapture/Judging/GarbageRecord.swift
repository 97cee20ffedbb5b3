/// Objects without a visible holder in one capture, for the next one to confirm.
///
/// A running process moves references between memory and registers: at the moment of a capture, an object in use may
/// look like garbage. Real garbage does not change, and is garbage again.
struct GarbageRecord {
  private struct Entry: Equatable {
    var layout: Int32
    var retainCount: Int32
    /// The hash of the object's words.
    var hash: UInt
  }

  private var entries: [UInt: Entry] = [:]

  /// Whether there are no objects.
  var isEmpty: Bool { entries.isEmpty }

  /// The unreachable objects of `heap`.
  ///
  /// - Complexity: O(nodes + bytes of garbage).
  init(of heap: HeapCapture) {
    var node: Int32 = 0
    while node < heap.nodeCount {
      if heap.isGarbage(node) { entries[~heap.address(of: node)] = Self.entry(of: node, in: heap) }
      node &+= 1
    }
  }

  /// The garbage of `heap` that was not garbage before, or has changed.
  func news(in heap: HeapCapture) -> Set<Int32> {
    var news: Set<Int32> = []
    var node: Int32 = 0
    while node < heap.nodeCount {
      if heap.isGarbage(node),
        entries[~heap.address(of: node)] != Self.entry(of: node, in: heap)
      {
        news.insert(node)
      }
      node &+= 1
    }
    return news
  }

  private static func entry(of node: Int32, in heap: HeapCapture) -> Entry {
    var hash: UInt = 0xcbf2_9ce4_8422_2325
    let words = unsafe heap.chunks.words(of: node)
    for index in 0..<heap.byteCount(of: node) / 8 {
      hash = (hash ^ (unsafe words[index])) &* 0x100_0000_01b3
    }
    return Entry(
      layout: heap.objects.layouts[Int(node)], retainCount: heap.objects.retainCounts[Int(node)],
      hash: hash)
  }
}

extension HeapCapture {
  /// Whether a node is an unreachable object with memory of its own.
  func isGarbage(_ node: Int32) -> Bool {
    Int(node) < chunks.count && isObject(node) && !judgement.isReached[Int(node)]
  }

  /// Whether an unreachable task waits for a continuation, so that nothing will resume it.
  func waitsInVain(_ node: Int32) -> Bool {
    guard layout(of: node)?.shape == .task, tasks.isUnfinished(node),
      !judgement.isReached[Int(node)], !spared.contains(node)
    else { return false }
    guard case .continuation(isResumed: false)? = TaskReader(address(of: node), in: image).wait
    else { return false }
    return true
  }

  /// The number of captures that must find garbage while the process runs.
  private static let confirmations = 3

  /// A capture whose garbage was confirmed by earlier captures if the process ran meanwhile; unconfirmed garbage is
  /// spared.
  ///
  /// - Complexity: that of at most three captures.
  static func confirmed() throws(CaptureError) -> HeapCapture {
    var heap = try HeapCapture()
    var unsure: Set<UInt> = []
    for _ in 1..<confirmations {
      guard !heap.isQuiet || !unsure.isEmpty else { return heap }
      let record = GarbageRecord(of: heap)
      guard !record.isEmpty else { return heap }
      let next = try HeapCapture()
      let news = record.news(in: next)
      unsure = Set(unsure.union(news.map { ~next.address(of: $0) }))
      next.spare(Set(next.nodes(at: unsure)))
      heap = next
    }
    return heap
  }

  /// The garbage at masked addresses.
  private func nodes(at addresses: Set<UInt>) -> [Int32] {
    addresses.compactMap {
      let node = chunks.chunk(at: ~$0)
      return node >= 0 && isGarbage(node) ? node : nil
    }
  }
}
