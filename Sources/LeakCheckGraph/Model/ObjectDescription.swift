/// The description of one object: the input of ``ObjectGraph/Builder``.
public struct ObjectDescription: Equatable, Sendable {
  /// The name of the object in its dump, unique within the graph.
  public var id: ObjectID
  /// The type, as the dump writes it.
  public var type: String
  /// The kind of object, from an open set; see ``ObjectKind``.
  public var kind: ObjectKind = .object
  /// The name of this one object, such as a closure's symbol, or empty.
  public var name: String = ""
  /// The shallow size in bytes, at least 0.
  public var size: Int64 = 0
  /// The reason why the object is a root, or `nil` if it is not a root.
  ///
  /// An empty text means a root without a reason.
  public var root: String?
  /// The expectation whether the object should still exist.
  public var expectation: LifetimeExpectation?
  /// The owner of the object's code.
  public var owner: Owner = .app
  /// The observed strong retain count, or `nil`.
  public var retainCount: Int32?
  /// The source file that creates the object, or empty.
  public var file: String = ""
  /// The line in ``file``, or 0 if unknown.
  public var line: Int32 = 0
  /// The dump's members whose keys begin with `x-`, as JSON text: `"x-a": 1, "x-b": []`.
  public var extensions: String = ""

  /// Creates a description with only an id and a type.
  public init(id: ObjectID, type: String) {
    self.id = id
    self.type = type
  }
}

/// The description of one reference: the input of ``ObjectGraph/Builder``.
public struct ReferenceDescription: Equatable, Sendable {
  /// The id of the object that holds the reference.
  public var from: ObjectID
  /// The id of the target object.
  public var to: ObjectID
  /// The name of the property, capture or element, or empty if unknown.
  public var name: String = ""
  /// The strength, which says whether the reference retains its target.
  public var strength: Strength = .strong
  /// The kind of storage that holds the reference.
  public var kind: ReferenceKind = .property
  /// The end of the reference, or `nil` if none is known.
  public var until: Until?
  /// The dump's members whose keys begin with `x-`, as JSON text.
  public var extensions: String = ""

  /// Creates the description of a strong property of `from` that holds `to`.
  public init(from: ObjectID, to: ObjectID) {
    self.from = from
    self.to = to
  }

  /// The end of a reference: an event and its caller.
  public struct Until: Equatable, Sendable {
    /// The event that ends the reference, such as `invalidate()`.
    public var event: String
    /// The caller of the event.
    public var called: Caller
    /// The members of the dump's `until` whose keys begin with `x-`, as JSON text.
    public var extensions: String = ""

    /// Creates the end of a reference by `event`.
    public init(event: String, called: Caller) {
      self.event = event
      self.called = called
    }
  }

  /// The caller of the ending event of a reference.
  public enum Caller: Equatable, Sendable {
    /// The system: the reference ends by itself, as that of a one-shot completion does.
    case automatically
    /// Code that runs when the screen or owner goes, such as `viewDidDisappear(_:)`.
    case inTeardown
    /// The `deinit` of the object with this id.
    case inDeinit(of: ObjectID)
  }
}
