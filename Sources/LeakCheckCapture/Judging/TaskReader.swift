/// A reader for a task's own data: its activity, what it waits for, and where its parts are.
struct TaskReader {
  private typealias Layout = SwiftRuntimeLayout.Task

  /// The event that a task waits for.
  enum Wait {
    /// The value of another task.
    case task(UInt)
    /// A continuation, which may be resumed already.
    case continuation(isResumed: Bool)
    /// The children of a group.
    case group
    /// An unknown event.
    case unknown
  }

  let address: UInt
  private let image: MemoryImage
  private let status: UInt
  private let flags: UInt

  /// The task at `address`.
  init(_ address: UInt, in image: MemoryImage) {
    self.address = address
    self.image = image
    status = image.word(at: address &+ Layout.status) ?? 0
    flags = (image.word(at: address &+ Layout.flags) ?? 0) & 0xffff_ffff
  }

  /// Whether it has returned.
  var isComplete: Bool { status & Layout.isComplete != 0 }

  /// Whether it runs, waits for a thread, or is between waiting and running: it may then hold objects only in a
  /// register.
  var isActive: Bool {
    if isComplete { return false }
    if status & (Layout.isRunning | Layout.isEnqueued) != 0 { return true }
    // A task that waits for nothing has been resumed, and will get a thread.
    guard status & Layout.waits != 0 else { return true }
    if case .continuation(isResumed: true)? = wait { return true }
    return false
  }

  /// The event that it waits for; `nil` if there is no record.
  var wait: Wait? {
    guard status & Layout.waits != 0 else { return nil }
    var record = image.word(at: address &+ Layout.records) ?? 0
    for _ in 0..<1 << 12 where record != 0 {
      guard let kind = image.word(at: record) else { return .unknown }
      if kind & 0xff == SwiftRuntimeLayout.StatusRecord.dependency {
        return dependency(record)
      }
      record = image.word(at: record &+ SwiftRuntimeLayout.StatusRecord.next) ?? 0
    }
    return .unknown
  }

  private func dependency(_ record: UInt) -> Wait {
    typealias Record = SwiftRuntimeLayout.StatusRecord
    let target = image.word(at: record &+ Record.dependsOn) ?? 0
    switch (image.word(at: record &+ Record.dependencyKind) ?? 0) & 0xff {
    case Record.task: return .task(target)
    case Record.continuation:
      let state = image.word(at: target &+ SwiftRuntimeLayout.Continuation.state) ?? 0
      return .continuation(isResumed: state & 0xff == SwiftRuntimeLayout.Continuation.isResumed)
    case Record.group: return .group
    default: return .unknown
    }
  }

  /// The parent of this child task, or 0.
  var parent: UInt {
    flags & Layout.isChild != 0 ? image.word(at: address &+ Layout.end) ?? 0 : 0
  }

  /// The tasks waiting for this one's value.
  var waiting: [UInt] {
    guard !isComplete, flags & Layout.isFuture != 0 else { return [] }
    var tasks: [UInt] = []
    var next = (image.word(at: address &+ future) ?? 0) & ~Layout.queueFlags
    while next != 0, tasks.count < 1 << 12 {
      tasks.append(next)
      next = image.word(at: next &+ Layout.nextWaiting) ?? 0
    }
    return tasks
  }

  /// The address of the task's closure: its code, and its context one word further; 0 if it is unknown.
  ///
  /// The room for the value is followed, aligned to 16, by the place for an indirect result and the closure.
  var closure: UInt {
    guard flags & Layout.isFuture != 0 else { return 0 }
    let value = image.word(at: address &+ future &+ 8) ?? 0
    var end = future &+ Layout.futureFragment
    if value != 0, MetadataProbe(image: image).isType(value) {
      let type = Metadata(address: value)
      let mask = UInt(type.alignmentMask)
      end = ((end &+ mask) & ~mask) &+ UInt(type.size)
    }
    let place = address &+ ((end &+ 15) & ~15) &+ 8
    return image.word(at: place).map(image.isCode) == true ? place : 0
  }

  /// The start of the additional data of a task with a value.
  private var future: UInt {
    Layout.end &+ (flags & Layout.isChild != 0 ? Layout.childFragment : 0)
      &+ (flags & Layout.isGroupChild != 0 ? Layout.groupFragment : 0)
  }

  /// The used parts of the slabs with its frames.
  var slabs: [Range<UInt>] {
    typealias Slab = SwiftRuntimeLayout.Slab
    var slabs: [Range<UInt>] = []
    var slab = image.word(at: address &+ Layout.firstSlab) ?? 0
    while slab != 0, slabs.count < 1 << 16, let sizes = image.word(at: slab &+ Slab.sizes) {
      let used = min(sizes >> 32, sizes & 0xffff_ffff)
      let start = slab &+ Slab.header
      guard start < UInt.max / 2 else { break }
      slabs.append(start..<start + used)
      slab = image.word(at: slab &+ Slab.next) ?? 0
    }
    return slabs
  }
}
