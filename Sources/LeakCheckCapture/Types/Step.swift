/// A thing to read at a fixed place in a value: a reference, or a piece whose layout only its bytes tell.
struct Step {
  /// The content at an offset.
  enum Operation: UInt8 {
    /// A strong reference to a Swift object, or null.
    case strong
    /// A strong reference that shares its word with flag bits, or bytes that are not a reference.
    case bridge
    /// A weak reference: a word that names a side table.
    case weak
    /// An unowned reference.
    case unowned
    /// `unowned(unsafe)`, or a pointer: it retains nothing, but C memory is reached through it.
    case pointer
    /// A continuation: it resumes a task that keeps itself alive until then.
    case continuation
    /// Code and its context.
    case function
    /// A value of any type: three words, and the type.
    case existential
    /// An error box, whose type is in the object.
    case error
    /// An enum; `detail` is its number in the type table.
    case choice
    /// Bytes of an unknown type: `detail` bytes, in which each word may be a reference.
    case words
    /// A value whose type is a generic argument of the context; `detail` is the argument's number. The following steps
    /// have offsets from the value's end.
    case argument
    /// A word that may be a pointer to C memory, but is not a reference.
    case memory
    /// The header of a key path's components, which says how many of their bytes may be references.
    case keyPath
    /// A task's relation to another task that it keeps; `detail` is the relation.
    case relation

    /// Whether it is certainly a strong reference, and so one of its target's retains.
    var isCounted: Bool {
      switch self {
      case .strong, .bridge, .function, .existential, .error, .choice: true
      case .weak, .unowned, .pointer, .continuation, .words, .memory, .argument, .keyPath,
        .relation:
        false
      }
    }
  }

  /// The kind of content.
  var operation: Operation
  /// The offset in bytes from the start of the value.
  var offset: Int32
  /// The number of the property's name, or 0.
  var name: Int32
  /// See ``Operation``.
  var detail: Int32 = 0
}

/// Consecutive steps in the type table.
struct StepRange {
  var first: Int32 = 0
  var end: Int32 = 0

  var isEmpty: Bool { first == end }
}

/// The reading of an enum: its tag determines the rest of its bytes.
struct Choice {
  /// The enum's metadata.
  var type: Metadata
  /// The size of a value in bytes.
  var size: Int
  /// The payload of each case that has one.
  var payloads: [StepRange]
}

/// The references of a Swift object, by its metadata.
struct TypeLayout {
  /// The kind of heap object.
  enum Shape: UInt8 {
    /// An instance of a class.
    case instance
    /// The storage of an array, a dictionary or a set.
    case array, dictionary, set
    /// The captures of a closure, or a captured variable.
    case context
    /// A box for an existential or an indirect case.
    case box
    /// A box for an error.
    case error
    /// A task.
    case task
  }

  /// The variable part that may follow the fixed part of an object.
  enum Tail: UInt8 {
    /// Nothing.
    case none
    /// Words that may be references.
    case words
    /// Pointers to C memory.
    case memory
    /// Words that may be references, if there is far more memory than properties need.
    case unknown
  }

  /// The kind of heap object.
  var shape: Shape
  /// The object's metadata.
  var type: Metadata
  /// The size of the fixed part in bytes, or 0 if unknown.
  var size: Int32 = 0
  /// The contents at fixed places.
  var steps = StepRange()
  /// The layout of a collection's element, or of a dictionary's value.
  var element: Int32 = -1
  /// The layout of a dictionary's key.
  var key: Int32 = -1
  /// Whether its words of unknown type are values initialized by Swift; CoreFoundation's objects have pointers that
  /// retain nothing.
  var isInitialised = true
  /// Whether it is an object of leakcheck: its targets count as held from outside.
  var isOwn = false
  /// Whether it has lazy properties.
  var hasLazyProperties = false
  /// Whether it is an instance of a test class, which its test framework keeps.
  var isTestCase = false
  /// Whether it is an instance of one of the program's classes, not of a library's.
  var isApp = false
  /// Whether it is an instance of a test framework's class.
  var isOfTestFramework = false
  /// Whether it describes a thread.
  var isThread = false
  /// The content after the fixed part.
  var tail = Tail.none
}

/// The layout of a value within a collection, a box or an existential.
struct ValueLayout {
  var type: Metadata
  var size: Int32
  var stride: Int32
  var alignmentMask: Int32
  /// Whether an existential stores it inline.
  var isInline: Bool
  var steps: StepRange
}
