package import LeakCheckGraph

extension SimulatedHeap {
  /// A reference that an object holds.
  package struct Slot {
    package var name: Int32
    package var target: Int32
    package var strength: Strength
    var kind: ReferenceKind = .property
    /// One of the many of a collection.
    var isListed = false
    /// What one of the many of a dictionary is stored under, or 0.
    var key: Int32 = 0
    /// Held by a framework's part of the object, which is released behind the app's.
    var isFramework = false
    /// The action that made the reference, or 0.
    var site: Int32 = 0
    /// The registration that the reference is part of, or -1.
    var registration: Int32 = -1

    package init(
      name: Int32, target: Int32, strength: Strength, kind: ReferenceKind = .property,
      isListed: Bool = false, isFramework: Bool = false, site: Int32 = 0, registration: Int32 = -1
    ) {
      self.name = name
      self.target = target
      self.strength = strength
      self.kind = kind
      self.isListed = isListed
      self.isFramework = isFramework
      self.site = site
      self.registration = registration
    }
  }
}
