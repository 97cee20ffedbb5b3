import LeakCheckCapture

/// An object that should be gone: whether it is, and what it is called, without keeping it.
struct LifetimeProbe: Sendable {
  private let reference: WeakReference
  private let type: any AnyObject.Type
  /// What the test calls it; empty when it has no name.
  let name: String
  /// The object for a capture.
  let address: ObjectAddress

  init(_ object: AnyObject, named name: String = "") {
    reference = WeakReference(object)
    type = Swift.type(of: object)
    self.name = name
    address = ObjectAddress(object)
  }

  /// Whether the object is still there.
  var isAlive: Bool { reference.isAlive }

  /// The object's address, inverted so that it does not look like a reference; `nil` once the object is gone.
  var maskedAddress: UInt? { reference.maskedAddress }

  /// The type, with the name that the test gave: `ProfileVC (profile)`.
  var words: String { name.isEmpty ? "\(type)" : "\(type) (\(name))" }
}
