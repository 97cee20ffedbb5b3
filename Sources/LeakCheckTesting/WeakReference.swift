/// A weak reference that says only whether its object still exists.
///
/// `@unchecked Sendable`, because any thread may ask: the type neither reads nor returns the object. A query retains
/// the object for a moment, so its `deinit` can run on the querying thread if the last owner releases it in that
/// moment.
struct WeakReference: @unchecked Sendable {
  private weak let object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  var isAlive: Bool { object != nil }

  /// The object's address, inverted so that it does not look like a reference, or `nil` once the object is gone.
  var maskedAddress: UInt? { object.map { ~UInt(bitPattern: ObjectIdentifier($0)) } }
}
