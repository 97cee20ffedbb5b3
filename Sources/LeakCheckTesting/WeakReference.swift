/// A weak reference that only tells whether its object is still there.
///
/// `@unchecked Sendable`, because any thread may ask: the object is neither read nor handed out. Asking retains it
/// for a moment, so its `deinit` can run on the asking thread where the last owner lets go in that moment.
struct WeakReference: @unchecked Sendable {
  private weak let object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  var isAlive: Bool { object != nil }

  /// The object's address, inverted so that it does not look like a reference; `nil` once the object is gone.
  var maskedAddress: UInt? { object.map { ~UInt(bitPattern: ObjectIdentifier($0)) } }
}
