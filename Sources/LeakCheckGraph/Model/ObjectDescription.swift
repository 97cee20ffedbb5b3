/// The description of one object: the input of ``ObjectGraph/Builder``.
public struct ObjectDescription: Equatable, Sendable {
  /// The name of the object in its dump, unique within the graph.
  public var id: ObjectID
  /// The type, as the dump writes it.
  public var type: String
  /// The kind of object; an open set, see ``ObjectKind``.
  public var kind: ObjectKind = .object
  /// A name of this one object, such as a closure's symbol; empty when it has none.
  public var name: String = ""
  /// The shallow size in bytes, at least 0.
  public var size: Int64 = 0
  /// Why the object is a root, or `nil` when it is none.
  ///
  /// An empty text: a root without a reason.
  public var root: String?
  /// Whether the object should still exist, and who says so.
  public var expectation: LifetimeExpectation?
  /// Who wrote the object's code.
  public var owner: Owner = .app
  /// The strong retain count as observed, or `nil` when nobody looked.
  public var retainCount: Int32?
  /// The source file that creates the object, or empty.
  public var file: String = ""
  /// The line in ``file``, or 0 when it is not known.
  public var line: Int32 = 0
  /// Members of the dump whose keys begin with `x-`, as JSON text: `"x-a": 1, "x-b": []`.
  public var extensions: String = ""

  /// An object of which only the id and the type are known.
  public init(id: ObjectID, type: String) {
    self.id = id
    self.type = type
  }
}

/// The description of one reference: the input of ``ObjectGraph/Builder``.
public struct ReferenceDescription: Equatable, Sendable {
  /// The id of the object that holds the reference.
  public var from: ObjectID
  /// The id of the object that is referred to.
  public var to: ObjectID
  /// The property, capture or element that holds it; empty when it is not known.
  public var name: String = ""
  /// Whether it retains.
  public var strength: Strength = .strong
  /// What holds it.
  public var kind: ReferenceKind = .property
  /// Who ends the reference, or `nil` when nobody is known to.
  public var until: Until?
  /// Members of the dump whose keys begin with `x-`, as JSON text.
  public var extensions: String = ""

  /// A strong property of `from` that holds `to`.
  public init(from: ObjectID, to: ObjectID) {
    self.from = from
    self.to = to
  }

  /// The end of a reference: an event, and who calls it.
  public struct Until: Equatable, Sendable {
    /// The event that ends the reference, such as `invalidate()`.
    public var event: String
    /// Who calls the event.
    public var called: Caller
    /// Members of the dump's `until` whose keys begin with `x-`, as JSON text.
    public var extensions: String = ""

    /// The end of a reference by `event`.
    public init(event: String, called: Caller) {
      self.event = event
      self.called = called
    }
  }

  /// The caller of the ending event of a reference.
  public enum Caller: Equatable, Sendable {
    /// It ends by itself, as a one-shot completion does.
    case automatically
    /// Code that runs when the screen or owner goes, such as `viewDidDisappear(_:)`.
    case inTeardown
    /// The `deinit` of the object with this id.
    case inDeinit(of: ObjectID)
  }
}
