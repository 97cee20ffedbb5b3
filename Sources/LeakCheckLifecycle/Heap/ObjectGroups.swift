import LeakCheckGraph

/// The objects of a heap that may be alive, by original name and by type.
///
/// Neither changes in an object's life and no object is used again, so each is looked at once, when somebody asks; who
/// asks again and again looks at what is new.
struct ObjectGroups {
  enum Key: Hashable {
    case hint(Int32)
    /// A type and its subtypes.
    case type(Int32)
  }

  private var groups: [Key: Group] = [:]
  /// How many objects were looked at.
  private var counted: Int32 = 0

  /// Takes in the objects that are new.
  ///
  /// - Complexity: O(new objects × their supertypes).
  mutating func update(from heap: SimulatedHeap, _ types: TypeTable) {
    for object in counted..<heap.count {
      let type = heap.type(of: object)
      let returns = [.controller, .view, .window].contains(types[type].kind)
      groups[.hint(heap.objects[Int(object)].hint), default: Group()].add(object, returns)
      for type in types.lineage(of: type) {
        groups[.type(type), default: Group()].add(object, returns)
      }
    }
    counted = heap.count
  }

  /// The first object of a group that is alive, or -1; `nil` where there never was one.
  ///
  /// - Complexity: O(1), and O(1) for each object that has died since.
  mutating func firstAlive(_ key: Key, in heap: SimulatedHeap) -> Int32? {
    groups[key]?.firstAlive(in: heap)
  }

  /// The newest object of a group that is alive and passes a test, or -1.
  ///
  /// - Complexity: O(objects of the group).
  func newestAlive(_ key: Key, in heap: SimulatedHeap, where matches: (Int32) -> Bool) -> Int32 {
    groups[key]?.objects.last { heap.isAlive($0) && matches($0) } ?? -1
  }

  /// The objects of a group that are alive, but for those that were taken already: all of them where some may be needed
  /// again after they were gone, as controllers are that are taken in once more, or where somebody wants all.
  mutating func takeAlive(_ key: Key, all: Bool, in heap: SimulatedHeap) -> [Int32] {
    groups[key]?.takeAlive(all: all, in: heap) ?? []
  }
}

/// Objects in order of creation.
private struct Group {
  private(set) var objects: [Int32] = []
  /// Before this place all are dead.
  private var first = 0
  /// Before this place all were taken.
  private var taken = 0
  private var someReturn = false

  mutating func add(_ object: Int32, _ returns: Bool) {
    objects.append(object)
    if returns { someReturn = true }
  }

  mutating func firstAlive(in heap: SimulatedHeap) -> Int32 {
    while first < objects.count, !heap.isAlive(objects[first]) { first += 1 }
    return first < objects.count ? objects[first] : -1
  }

  mutating func takeAlive(all: Bool, in heap: SimulatedHeap) -> [Int32] {
    defer { taken = objects.count }
    guard all || someReturn else { return objects[max(first, taken)...].filter(heap.isAlive) }
    objects.removeAll { !heap.isAlive($0) }
    first = 0
    return objects
  }
}
