/// The tasks of a heap: their activity, which task resumes which, and the memory of their frames.
///
/// With an unknown layout, all tasks count as running, which keeps alive whatever they may refer to.
struct TaskTable {
  private typealias Layout = SwiftRuntimeLayout.Task

  /// A piece of a task's memory.
  struct Piece: BitwiseCopyable {
    var start: UInt
    var byteCount: Int32
    var task: Int32
    /// Whether it is the task itself, rather than a part of its frames.
    var isTask = false
  }

  /// The way in which a task keeps another: by resuming it in the end, or by owning it.
  enum Relation: UInt8 {
    /// It is a child, and its parent continues when it is done.
    case parent
    /// It is a parent, and has its child's memory and value.
    case child
    /// Another task waits for its value.
    case waiter

    /// The name of the reference in graphs.
    var name: String {
      switch self {
      case .parent: "parent task"
      case .child: "child task"
      case .waiter: "task waiting for it"
      }
    }
  }

  /// The unfinished tasks.
  private(set) var unfinished: [Int32] = []
  /// The tasks that run, wait for a thread or will get one.
  private(set) var active: [Int32] = []
  /// The memory of all tasks, in the order of tasks.
  private(set) var pieces: PageArray<Piece>
  /// For each task, the tasks that it keeps.
  private(set) var related: [Int32: [Int32: Relation]] = [:]
  /// All tasks with their addresses.
  private(set) var all: [(node: Int32, address: UInt)] = []
  private var areUnfinished: Set<Int32> = []
  private var areActive: Set<Int32> = []
  private var embedded: AddressMap
  private(set) var embeddedAddresses: [UInt] = []
  private let knowsLayout: Bool
  private var layout: Int32 = -1

  /// The tasks among `objects`, to which tasks within frames are added.
  ///
  /// - Complexity: O(objects + bytes of frames).
  init(
    in objects: inout HeapObjects, chunks: ChunkTable, image: MemoryImage, types: TypeTable,
    knowsLayout: Bool, pages: Pages
  ) {
    self.knowsLayout = knowsLayout
    pieces = PageArray(in: pages)
    embedded = AddressMap(in: pages, capacity: 64)
    let layouts = types.layouts
    var node = 0
    while node < chunks.count {
      let layout = objects.layouts[node]
      if layout >= 0, layouts[Int(layout)].shape == .task {
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
    areUnfinished = Set(unfinished)
    areActive = Set(active)
  }

  /// Finds which task keeps which, by a record of either the waiting or the awaited task.
  private mutating func findRelations(
    _ objects: HeapObjects, _ chunks: ChunkTable, _ image: MemoryImage
  ) {
    var waitsForChildren: [Int32] = []
    var hasUnfinishedChild: Set<Int32> = []
    for (node, address) in all {
      let task = TaskReader(address, in: image)
      if let parent = self.task(at: task.parent, objects, chunks), parent != node {
        relate(parent, node, .child)
        if !task.isComplete {
          relate(node, parent, .parent)
          hasUnfinishedChild.insert(parent)
        }
      }
      for waiting in task.waiting {
        if let waiting = self.task(at: waiting, objects, chunks) { relate(node, waiting, .waiter) }
      }
      switch task.wait {
      case .task(let other)?:
        guard let found = self.task(at: other, objects, chunks),
          !TaskReader(other, in: image).isComplete
        else {
          active.append(node)
          continue
        }
        relate(found, node, .waiter)
      case .group?: waitsForChildren.append(node)
      case .unknown?: active.append(node)
      case .continuation?, nil: break
      }
    }
    // A task whose awaited children are all done will continue.
    for node in waitsForChildren where !hasUnfinishedChild.contains(node) { active.append(node) }
  }

  private mutating func relate(_ source: Int32, _ target: Int32, _ relation: Relation) {
    guard source != target else { return }
    related[source, default: [:]][target] = relation
  }

  private func task(at address: UInt, _ objects: HeapObjects, _ chunks: ChunkTable) -> Int32? {
    guard address != 0 else { return nil }
    let chunk = chunks.chunk(at: address)
    let found = chunk >= 0 ? chunk : node(at: address)
    return found >= 0 && isTask(objects.layouts[Int(found)]) ? found : nil
  }

  /// Whether this is the layout of tasks.
  func isTask(_ layout: Int32) -> Bool { layout >= 0 && layout == self.layout }

  /// Whether a task runs, waits for a thread or will get one.
  func isActive(_ node: Int32) -> Bool { areActive.contains(node) }

  /// Whether a task is unfinished.
  func isUnfinished(_ node: Int32) -> Bool { areUnfinished.contains(node) }

  /// The node of the task at `address` in another's frames, or -1.
  func node(at address: UInt) -> Int32 {
    embeddedAddresses.isEmpty || address == 0 ? -1 : embedded[address] ?? -1
  }

  /// Adds a task, its frames, and the tasks in those.
  private mutating func add(
    _ task: Int32, at address: UInt, layout: Int32, _ objects: inout HeapObjects,
    _ chunks: ChunkTable, _ image: MemoryImage
  ) {
    let metadata = image.word(at: address) ?? 0
    var waiting = [(node: task, address: address)]
    while let next = waiting.popLast() {
      all.append(next)
      let reader = TaskReader(next.address, in: image)
      if !knowsLayout || reader.isActive { active.append(next.node) }
      if !reader.isComplete { unfinished.append(next.node) }
      guard knowsLayout else { continue }
      for slab in reader.slabs {
        let chunk = chunks.chunk(at: slab.lowerBound &- SwiftRuntimeLayout.Slab.header)
        guard chunk >= 0 else { continue }
        objects.ignore(chunk)
        pieces.append(
          Piece(start: slab.lowerBound, byteCount: Int32(clamping: slab.count), task: next.node))
        for inner in embeddedTasks(in: slab, metadata: metadata, image)
        where node(at: inner) < 0 {
          let node = objects.append(layout: layout)
          embedded.insert(node, for: inner)
          embeddedAddresses.append(inner)
          waiting.append((node, inner))
          // A task in another's frames belongs to that one, whatever its parent.
          relate(next.node, node, .child)
        }
      }
    }
  }

  private func embeddedTasks(
    in slab: Range<UInt>, metadata: UInt, _ image: MemoryImage
  ) -> [UInt] {
    var tasks: [UInt] = []
    var address = slab.lowerBound
    while address + Layout.end <= slab.upperBound {
      // A task's status contains a priority, so its lowest byte is not 0.
      if image.word(at: address) == metadata,
        image.word(at: address + Layout.status).map({ $0 & 0xff != 0 }) == true
      {
        tasks.append(address)
        address += Layout.end
      } else {
        address += 16
      }
    }
    return tasks
  }
}
