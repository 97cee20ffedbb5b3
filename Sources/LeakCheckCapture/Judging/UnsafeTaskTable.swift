/// The tasks of a heap: what they are doing, and the memory that their frames lie in.
///
/// Source of the layout: Swift's `include/swift/ABI/Task.h` and `stdlib/public/runtime/StackAllocator.h` of
/// Swift 6.3. A runtime with another layout number has all its tasks taken for running, which keeps alive
/// whatever they may refer to.
struct TaskTable {
  /// Bytes within a task.
  enum Field {
    static let code: UInt = 56
    static let status: UInt = 96
    static let firstSlab: UInt = 120
    static let end: UInt = 240
    static let context: UInt = 256
  }

  /// Bits of a task's status.
  enum Status {
    static let running: UInt = 0x800
    static let enqueued: UInt = 0x1000
    static let complete: UInt = 0x2000
  }

  /// A piece of memory that a task owns.
  struct Piece: BitwiseCopyable {
    var start: UInt
    var byteCount: Int32
    var task: Int32
    /// Whether it is the task itself, not a part of its frames.
    var isTask = false
  }

  /// Tasks that have not finished.
  private(set) var unfinished: [Int32] = []
  /// Tasks that run or wait for a thread.
  private(set) var active: [Int32] = []
  /// The memory of all tasks, in the order of tasks.
  private(set) var pieces: PageArray<Piece>
  /// Tasks that wait for each other: parents and children, and those that await another's value.
  private(set) var related: [Int32: Set<Int32>] = [:]
  private var all: [(node: Int32, address: UInt)] = []
  private var embedded: AddressMap
  private(set) var embeddedAddresses: [UInt] = []
  private let knowsLayout: Bool
  private var layout: Int32 = -1

  /// The tasks among `objects`, to which those within frames are added.
  ///
  /// - Complexity: O(objects + bytes of frames).
  init(
    in objects: inout HeapObjects, chunks: ChunkTable, image: MemoryImage, types: TypeTable,
    knowsLayout: Bool, pages: Pages
  ) {
    self.knowsLayout = knowsLayout
    pieces = PageArray(in: pages)
    embedded = AddressMap(in: pages, capacity: 64)
    var node = 0
    while node < chunks.count {
      let layout = objects.layouts[node]
      if layout >= 0, types.layouts[Int(layout)].shape == .task {
        self.layout = layout
        let address = chunks.addresses[node]
        let size = chunks.usableSize(of: Int32(node))
        pieces.append(
          Piece(start: address, byteCount: Int32(clamping: size), task: Int32(node), isTask: true))
        add(Int32(node), at: address, layout: layout, &objects, chunks, image)
      }
      node &+= 1
    }
    if knowsLayout { findRelations(objects, chunks, image) }
  }

  /// Finds the tasks that a task itself, not its frames, names: its parent, or who waits for it.
  private mutating func findRelations(
    _ objects: HeapObjects, _ chunks: ChunkTable, _ image: MemoryImage
  ) {
    for task in all {
      for address in stride(from: task.address + 16, to: task.address + Field.context, by: 8) {
        let word = (image.word(at: address) ?? 0) & ObjectScan.pointerMask
        let chunk = chunks.chunk(at: word)
        let other = chunk >= 0 ? chunk : node(at: word)
        guard other >= 0, other != task.node, isTask(objects.layouts[Int(other)]) else { continue }
        relate(task.node, other)
      }
    }
  }

  private mutating func relate(_ left: Int32, _ right: Int32) {
    related[left, default: []].insert(right)
    related[right, default: []].insert(left)
  }

  /// Whether this is the layout of tasks.
  func isTask(_ layout: Int32) -> Bool { layout >= 0 && layout == self.layout }

  /// Whether a task runs or waits for a thread.
  func isActive(_ node: Int32) -> Bool { active.contains(node) }

  /// The node of the task at `address` within another's frames, or -1.
  func node(at address: UInt) -> Int32 {
    embeddedAddresses.isEmpty || address == 0 ? -1 : embedded[address] ?? -1
  }

  /// Adds a task, its frames, and the tasks within those.
  private mutating func add(
    _ task: Int32, at address: UInt, layout: Int32, _ objects: inout HeapObjects,
    _ chunks: ChunkTable, _ image: MemoryImage
  ) {
    let metadata = image.word(at: address) ?? 0
    var waiting = [(node: task, address: address)]
    while let next = waiting.popLast() {
      all.append(next)
      let status = image.word(at: next.address + Field.status) ?? 0
      if !knowsLayout || status & (Status.running | Status.enqueued) != 0 {
        active.append(next.node)
      }
      if status & Status.complete == 0 { unfinished.append(next.node) }
      guard knowsLayout else { continue }
      for slab in slabs(of: next.address, image) {
        let chunk = chunks.chunk(at: slab.lowerBound - 32)
        guard chunk >= 0 else { continue }
        objects.ignore(chunk)
        pieces.append(
          Piece(start: slab.lowerBound, byteCount: Int32(clamping: slab.count), task: next.node))
        for inner in embeddedTasks(in: slab, metadata: metadata, image)
        where node(at: inner) < 0 {
          let node = objects.append(layout: layout)
          embedded.insert(node, for: inner)
          embeddedAddresses.append(inner)
          relate(node, next.node)
          waiting.append((node, inner))
        }
      }
    }
  }

  /// The used parts of the slabs that a task's frames lie in: `{next at 8, capacity at 16, used at 20}`.
  private func slabs(of task: UInt, _ image: MemoryImage) -> [Range<UInt>] {
    var slabs: [Range<UInt>] = []
    var slab = image.word(at: task + Field.firstSlab) ?? 0
    while slab != 0, slabs.count < 1 << 16, let sizes = image.word(at: slab + 16) {
      let used = min(sizes >> 32, sizes & 0xffff_ffff)
      slabs.append(slab + 32..<slab + 32 + used)
      slab = image.word(at: slab + 8) ?? 0
    }
    return slabs
  }

  private func embeddedTasks(
    in slab: Range<UInt>, metadata: UInt, _ image: MemoryImage
  ) -> [UInt] {
    var tasks: [UInt] = []
    var address = slab.lowerBound
    while address + Field.end <= slab.upperBound {
      // The status of a task has a priority, so its lowest byte is not 0.
      if image.word(at: address) == metadata,
        image.word(at: address + Field.status).map({ $0 & 0xff != 0 }) == true
      {
        tasks.append(address)
        address += Field.end
      } else {
        address += 16
      }
    }
    return tasks
  }
}
