/// One thing to read at a fixed place of a value: a reference, or a piece whose layout only its bytes tell.
struct Step {
  /// The content at an offset.
  enum Operation: UInt8 {
    /// A strong reference to a Swift object, or null.
    case strong
    /// A strong reference that shares its word with bits of its own, or bytes that are no reference.
    case bridge
    /// A weak reference: a word that names a side table.
    case weak
    /// An unowned reference.
    case unowned
    /// `unowned(unsafe)`, or a pointer: it retains nothing, and memory of C is reached by it.
    case pointer
    /// A continuation: it resumes a task that keeps itself alive until then.
    case continuation
    /// Code, and the context it runs with.
    case function
    /// A value of any type: three words, and the type.
    case existential
    /// An error box: the type stands in the object.
    case error
    /// An enum; `detail` is its number in the type table.
    case choice
    /// Bytes of a type that cannot be told: `detail` bytes, each word of which may be a reference.
    case words
    /// A value whose type is a generic argument of the context; `detail` is the argument's number. What
    /// follows lies behind it, at offsets from its end.
    case argument
    /// A word that may be a pointer to memory of C, but no reference.
    case memory
    /// The header of a key path's components, which says how many bytes of them may be references.
    case keyPath
    /// How a task keeps another one; `detail` is the relation.
    case relation

    /// Whether it is a strong reference for certain, and so one of its target's retains.
    var isCounted: Bool {
      switch self {
      case .strong, .bridge, .function, .existential, .error, .choice: true
      case .weak, .unowned, .pointer, .continuation, .words, .memory, .argument, .keyPath,
        .relation:
        false
      }
    }
  }

  /// What is there.
  var operation: Operation
  /// Bytes from the beginning of the value.
  var offset: Int32
  /// The number of the name of the property, or 0.
  var name: Int32
  /// See ``Operation``.
  var detail: Int32 = 0
}

/// Neighbouring steps of the type table.
struct StepRange {
  var first: Int32 = 0
  var end: Int32 = 0

  var isEmpty: Bool { first == end }
}

/// The reading of an enum: its tag says what the rest of its bytes are.
struct Choice {
  /// Its metadata.
  var type: Metadata
  /// The bytes of a value.
  var size: Int
  /// For each case with a payload, what the payload is.
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
    /// What a closure has captured, or a captured variable.
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
    /// Pointers to memory of C.
    case memory
    /// Words that may be references, if there is far more memory than properties.
    case unknown
  }

  /// What kind of heap object it is.
  var shape: Shape
  /// Its metadata.
  var type: Metadata
  /// The bytes of the fixed part, or 0 where unknown.
  var size: Int32 = 0
  /// What is at fixed places.
  var steps = StepRange()
  /// What an element of a collection, or a dictionary's value, is.
  var element: Int32 = -1
  /// What a dictionary's key is.
  var key: Int32 = -1
  /// Whether its words of unknown type are values that Swift has initialised; CoreFoundation's objects have
  /// pointers that retain nothing.
  var isInitialised = true
  /// Whether it is an object of this tool's: what it holds counts as held from outside.
  var isOwn = false
  /// Whether it has lazy properties.
  var hasLazyProperties = false
  /// Whether it is an instance of a class of tests, which its test framework keeps.
  var isTestCase = false
  /// Whether it is an instance of one of the program's classes, and of no library's.
  var isApp = false
  /// Whether it is an instance of a test framework's class.
  var isOfTestFramework = false
  /// Whether it describes a thread.
  var isThread = false
  /// What follows the fixed part.
  var tail = Tail.none
}

/// The layout of a value within a collection, a box or an existential.
struct ValueLayout {
  var type: Metadata
  var size: Int32
  var stride: Int32
  var alignmentMask: Int32
  /// Whether an existential holds it in place.
  var isInline: Bool
  var steps: StepRange
}
