import LeakCheckCapture

/// A probe that says whether an object is gone, without holding it.
struct LifetimeProbe: Sendable {
  private let reference: WeakReference
  private let type: any AnyObject.Type
  /// The name that the test gave the object, or empty.
  let name: String
  /// The object's address for a capture.
  let address: ObjectAddress

  init(_ object: AnyObject, named name: String = "") {
    reference = WeakReference(object)
    type = Swift.type(of: object)
    self.name = name
    address = ObjectAddress(object)
  }

  /// Whether the object still exists.
  var isAlive: Bool { reference.isAlive }

  /// The object's address, inverted so that it does not look like a reference; `nil` once the object is gone.
  var maskedAddress: UInt? { reference.maskedAddress }

  /// The type, with the name that the test gave: `ProfileVC (profile)`.
  var words: String { name.isEmpty ? "\(type)" : "\(type) (\(name))" }
}
