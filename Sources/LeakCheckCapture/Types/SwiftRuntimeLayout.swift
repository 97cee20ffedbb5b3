/// The layouts of Swift's runtime that a capture reads: offsets in bytes, on 64-bit systems.
///
/// What metadata says of types is in ``Metadata``, since that is read by its own records.
enum SwiftRuntimeLayout {
  /// The header of every object.
  ///
  /// Source: `stdlib/public/SwiftShims/swift/shims/HeapObject.h`.
  enum Object {
    static let counts: UInt = 8
    static let end = 16
  }

  /// The table that an object's counts move to when a weak reference is formed or a count runs over.
  ///
  /// It is `{object, counts}`. Source: `stdlib/public/SwiftShims/swift/shims/RefCount.h`.
  enum SideTable {
    static let object: UInt = 0
    static let counts: UInt = 16
    /// What malloc gives for one.
    static let usableSizes = 40...56
  }

  /// A task: a job, what it is doing, its allocator, and behind that what its flags say.
  ///
  /// Source: `include/swift/ABI/Task.h`, `TaskStatus.h`, `TaskOptions.h` and
  /// `stdlib/public/Concurrency/TaskPrivate.h` of Swift 6.2 and 6.3, which state layout number 1.
  enum Task {
    /// The layout that the runtime itself states.
    static let version: UInt32 = 1
    /// The next task that waits for the same other task.
    static let nextWaiting: UInt = 16
    /// The flags, and in the upper half the number, which no other task gets.
    static let flags: UInt = 32
    static let code: UInt = 56
    static let status: UInt = 96
    /// The innermost record of what the task has begun, or waits for.
    static let records: UInt = 104
    static let firstSlab: UInt = 120
    /// The bytes of every task.
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

    /// The bytes of what a child, a group's child and a task with a value have besides.
    static let childFragment: UInt = 16
    static let groupFragment: UInt = 8
    static let futureFragment: UInt = 24
    /// The bits of a queue of waiting tasks that are no address.
    static let queueFlags: UInt = 3
  }

  /// A record of a task's status: `{kind, next, …}`; one of what the task waits for goes on with
  /// `{what, …, its kind, the task}`.
  enum StatusRecord {
    static let next: UInt = 8
    static let dependency: UInt = 0
    static let dependsOn: UInt = 16
    static let dependencyKind: UInt = 32
    static let task: UInt = 1
    static let continuation: UInt = 2
    static let group: UInt = 3
  }

  /// The context in which a task awaits a continuation: whether that has been resumed.
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
