/// The layouts of the Swift runtime that a capture reads: offsets in bytes, on 64-bit systems.
///
/// ``Metadata`` has those of type metadata, which is read by its own records.
enum SwiftRuntimeLayout {
  /// The header of every object.
  ///
  /// Source: `stdlib/public/SwiftShims/swift/shims/HeapObject.h`.
  enum Object {
    static let counts: UInt = 8
    static let end = 16
  }

  /// The table that an object's counts move to because of a weak reference or an overflow.
  ///
  /// It is `{object, counts}`. Source: `stdlib/public/SwiftShims/swift/shims/RefCount.h`.
  enum SideTable {
    static let object: UInt = 0
    static let counts: UInt = 16
    /// The sizes that malloc gives for one.
    static let usableSizes = 40...56
  }

  /// A task: a job, its status, its allocator, and then the parts that its flags announce.
  ///
  /// Source: `include/swift/ABI/Task.h`, `TaskStatus.h`, `TaskOptions.h` and
  /// `stdlib/public/Concurrency/TaskPrivate.h` of Swift 6.2 and 6.3, which state layout number 1.
  enum Task {
    /// The layout version that the runtime states.
    static let version: UInt32 = 1
    /// The next task that waits for the same task.
    static let nextWaiting: UInt = 16
    /// The flags, with the task's unique number in the upper half.
    static let flags: UInt = 32
    static let code: UInt = 56
    static let status: UInt = 96
    /// The innermost record of something that the task has started or waits for.
    static let records: UInt = 104
    static let firstSlab: UInt = 120
    /// The size of every task.
    static let end: UInt = 208

    /// Bits of the flags.
    static let isChild: UInt = 1 << 24
    static let isFuture: UInt = 1 << 25
    static let isGroupChild: UInt = 1 << 26

    /// Bits of the status.
    static let isRunning: UInt = 0x800
    static let isEnqueued: UInt = 0x1000
    static let isComplete: UInt = 0x2000
    static let waits: UInt = 0x4000

    /// The size of the additional data of a child, a group's child and a task with a value.
    static let childFragment: UInt = 16
    static let groupFragment: UInt = 8
    static let futureFragment: UInt = 24
    /// The bits of a queue of waiting tasks that are not part of an address.
    static let queueFlags: UInt = 3
  }

  /// A record of a task's status: `{kind, next, …}`; for something that the task waits for, it continues with `{what,
  /// …, its kind, the task}`.
  enum StatusRecord {
    static let next: UInt = 8
    static let dependency: UInt = 0
    static let dependsOn: UInt = 16
    static let dependencyKind: UInt = 32
    static let task: UInt = 1
    static let continuation: UInt = 2
    static let group: UInt = 3
  }

  /// The context in which a task awaits a continuation: it says whether that has been resumed.
  enum Continuation {
    static let state: UInt = 24
    static let isResumed: UInt = 2
  }

  /// A piece of a task's stack: `{…, next, capacity and use}`, then frames.
  ///
  /// Source: `stdlib/public/runtime/StackAllocator.h`.
  enum Slab {
    static let next: UInt = 8
    static let sizes: UInt = 16
    static let header: UInt = 32
  }
}
