/// A root of a heap dump, which keeps an object alive from outside the heap.
struct HPROFRoot: Sendable {
  var kind: Kind
  var object: UInt64
  /// The thread's serial number, or 0.
  var thread: UInt32 = 0
  /// The frame in the thread's stack, from 0 at the top, or -1.
  var frame: Int32 = -1

  /// The kinds of roots, the most informative first; of several, reports show the first.
  ///
  /// That an object's class is a system's, or that it is a thread, is true for all its life; then what
  /// names a place in code; then what only a VM knows.
  enum Kind: UInt8, CaseIterable, Sendable {
    case systemClass, thread, javaFrame, jniLocal, nativeStack, threadBlock, jniGlobal, monitor
    case jniMonitor, internedString, finalizing, debugger, referenceCleanup, vmInternal, unknown

    /// The kind of the sub-record `tag`, or `nil` when that is no root.
    init?(tag: UInt8) {
      guard let kind = Self.allCases.first(where: { $0.tag == tag }) else { return nil }
      self = kind
    }

    var tag: UInt8 {
      switch self {
      case .systemClass: 0x05
      case .thread: 0x08
      case .javaFrame: 0x03
      case .jniLocal: 0x02
      case .nativeStack: 0x04
      case .threadBlock: 0x06
      case .jniGlobal: 0x01
      case .monitor: 0x07
      case .jniMonitor: 0x8e
      case .internedString: 0x89
      case .finalizing: 0x8a
      case .debugger: 0x8b
      case .referenceCleanup: 0x8c
      case .vmInternal: 0x8d
      case .unknown: 0xff
      }
    }

    /// What follows the object's id.
    var tail: Tail {
      switch self {
      case .jniLocal, .javaFrame, .jniMonitor: .threadAndFrame
      case .thread: .threadAndTrace
      case .nativeStack, .threadBlock: .thread
      case .jniGlobal: .id
      default: .nothing
      }
    }

    /// The reason as text, where no thread or frame is known.
    var words: String {
      switch self {
      case .systemClass: "system class"
      case .thread: "thread"
      case .javaFrame: "Java frame"
      case .jniLocal: "JNI local"
      case .nativeStack: "native stack"
      case .threadBlock: "thread block"
      case .jniGlobal: "JNI global"
      case .monitor: "monitor"
      case .jniMonitor: "JNI monitor"
      case .internedString: "interned string"
      case .finalizing: "finalizing"
      case .debugger: "debugger"
      case .referenceCleanup: "reference cleanup"
      case .vmInternal: "VM internal"
      case .unknown: "unknown root"
      }
    }
  }

  /// The fields of a root's sub-record after the object's id.
  enum Tail { case nothing, id, thread, threadAndFrame, threadAndTrace }
}

extension HPROFRoot {
  /// Whether this root is told rather than `other` of the same object, whatever their order in the file.
  func precedes(_ other: HPROFRoot) -> Bool {
    (kind.rawValue, thread, frame) < (other.kind.rawValue, other.thread, other.frame)
  }
}
