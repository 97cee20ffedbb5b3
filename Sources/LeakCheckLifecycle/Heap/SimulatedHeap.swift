import LeakCheckGraph

/// A heap that counts references as Swift's runtime does.
///
/// An object is freed when its last strong reference goes, exactly once: weak references to it read `nil`
/// from then on, its `deinit` runs, and its own references are released one after the other, the objects that
/// this frees at once, depth first. Objects are never reused, so their numbers stay good names.
///
/// A class, because the `deinit` of an object runs code that changes the heap it is in.
package final class SimulatedHeap {
  /// A heap without objects.
  package init() {}

  /// The phase of an object's life.
  enum Phase: UInt8 { case alive, deiniting, freed }

  struct Object {
    var type: Int32
    var phase: Phase = .alive
    /// Strong references from slots and from outside.
    var strongCount: Int32 = 0
    /// Strong references from outside the heap: frames, temporaries, the program's globals.
    var outsideCount: Int32 = 0
    fileprivate(set) var list = SlotList()
    /// Its references in their order.
    var slots: [Slot] { list.all }
    /// A bit for each name that a slot has or had: where it is missing, no slot has the name.
    var names: UInt64 = 0
    /// What it is called: a local's name or its type, with a number among its like.
    var hint: Int32 = 0
    var ordinal: Int32 = 0
    /// The closure that it is an instance of, or -1.
    var code: Int32 = -1
    /// The action that made it, or 0.
    var site: Int32 = 0
  }

  private(set) var objects: [Object] = []
  /// How many of them are not freed.
  private(set) var aliveCount = 0
  /// How many references were looked at, in whole collections: what a run costs.
  private(set) var slotVisits = 0
  /// The order in which objects release their properties.
  var releaseOrder = ReleaseOrder()
  /// Runs when an object's last strong reference is gone, before its own are released.
  package var onDeinit: (Int32) -> Void = { _ in }
  /// Runs when an object's references were released.
  var onFreed: (Int32) -> Void = { _ in }
  /// Who began to hold what, since somebody asked for it; `nil` where nobody has.
  private var newHolds: [(holder: Int32, target: Int32)]?

  private var symbols: [String: Int32] = ["": 0]
  private(set) var texts: [String] = [""]
  private var ordinals: [Int32: Int32] = [:]
  private var depth = 0
  private var deferred: [Int32] = []
  /// Releases inside a `deinit` inside a `deinit` … wait beyond this depth for the outermost one.
  private let deepest = 64

  var count: Int32 { Int32(objects.count) }

  package func symbol(_ text: String) -> Int32 {
    if let known = symbols[text] { return known }
    let symbol = Int32(texts.count)
    symbols[text] = symbol
    texts.append(text)
    return symbol
  }

  func text(_ symbol: Int32) -> String { texts[Int(symbol)] }

  // MARK: - Objects

  /// A new object without strong references: whoever makes it must retain it.
  package func allocate(type: Int32, hint: String, site: Int32, code: Int32 = -1) -> Int32 {
    let symbol = symbol(hint)
    ordinals[symbol, default: 0] += 1
    aliveCount += 1
    objects.append(
      Object(
        type: type, hint: symbol, ordinal: ordinals[symbol] ?? 1, code: code, site: site))
    return count - 1
  }

  package func isAlive(_ object: Int32) -> Bool {
    object >= 0 && objects[Int(object)].phase == .alive
  }

  func isFreed(_ object: Int32) -> Bool { objects[Int(object)].phase == .freed }

  func type(of object: Int32) -> Int32 { objects[Int(object)].type }

  /// The object's name in graphs and logs: unique and equal on every run.
  func label(of object: Int32) -> String {
    guard object >= 0 else { return "null" }
    let object = objects[Int(object)]
    return object.ordinal == 1 ? text(object.hint) : "\(text(object.hint))#\(object.ordinal)"
  }

  // MARK: - Counting

  /// A strong reference from outside the heap.
  package func retain(_ object: Int32) {
    guard object >= 0 else { return }
    objects[Int(object)].outsideCount += 1
    objects[Int(object)].strongCount += 1
  }

  /// The end of a reference from outside the heap.
  package func release(_ object: Int32) {
    guard object >= 0 else { return }
    objects[Int(object)].outsideCount -= 1
    decrement(object)
  }

  private func decrement(_ object: Int32) {
    objects[Int(object)].strongCount -= 1
    guard objects[Int(object)].strongCount == 0, isAlive(object) else { return }
    // From here on nobody can retain it again, also where its `deinit` must wait.
    objects[Int(object)].phase = .deiniting
    guard depth < deepest else { return deferred.append(object) }
    depth += 1
    free(object)
    if depth == 1 { freeDeferred() }
    depth -= 1
  }

  /// Frees what had to wait, and what has to wait for that before the rest.
  private func freeDeferred() {
    var waiting: [Int32] = []
    while !deferred.isEmpty || !waiting.isEmpty {
      waiting += deferred.reversed()
      deferred = []
      if let next = waiting.popLast() { free(next) }
    }
  }

  /// Frees an object and everything that only it retained; no recursion, however long the chain.
  private func free(_ object: Int32) {
    var stack: [(object: Int32, next: Int)] = []
    begin(object, on: &stack)
    while let (object, next) = stack.last {
      guard next < objects[Int(object)].list.indices.upperBound else {
        finish(object)
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      let slot = objects[Int(object)].list[next]
      guard slot.strength == .strong, slot.target >= 0 else { continue }
      objects[Int(object)].list.clear(at: next)
      objects[Int(slot.target)].strongCount -= 1
      if objects[Int(slot.target)].strongCount == 0, isAlive(slot.target) {
        begin(slot.target, on: &stack)
      }
    }
  }

  private func begin(_ object: Int32, on stack: inout [(object: Int32, next: Int)]) {
    objects[Int(object)].phase = .deiniting
    onDeinit(object)
    putInReleaseOrder(object)
    stack.append((object, 0))
  }

  /// Puts the references of an object in the order in which they are released.
  private func putInReleaseOrder(_ object: Int32) {
    let slots = objects[Int(object)].slots
    let type = objects[Int(object)].type
    guard slots.count > 1,
      releaseOrder.isKnown(for: type) || slots.contains(where: \.isFramework)
    else { return }
    // The subclass's own properties go before those of UIKit's part, as in `dealloc`.
    let last = ReleaseOrder.Place(supertype: .max, property: .max)
    let undeclared = ReleaseOrder.Place(supertype: .max, property: 0)
    let keys = slots.map { slot in
      slot.isFramework ? last : releaseOrder.place(of: slot.name, in: type) ?? undeclared
    }
    objects[Int(object)].list.replace(
      by: slots.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { slots[$0] })
  }

  private func finish(_ object: Int32) {
    objects[Int(object)].phase = .freed
    aliveCount -= 1
    objects[Int(object)].list = SlotList()
    onFreed(object)
  }

  // MARK: - Holders

  /// Who began to hold what since this was asked for; at first all who hold something.
  ///
  /// - Complexity: O(objects + references) at first, then O(new references).
  func takeNewHolds() -> [(holder: Int32, target: Int32)] {
    defer { newHolds = [] }
    return newHolds
      ?? (0..<count).flatMap { holder in
        objects[Int(holder)].slots.compactMap { slot in
          slot.strength == .strong && slot.target >= 0 ? (holder, slot.target) : nil
        }
      }
  }

  /// The first strong reference from an object to another.
  func strongSlot(from holder: Int32, to target: Int32) -> Slot? {
    guard !isFreed(holder) else { return nil }
    return places(of: .target(target), in: holder).lazy
      .map { self.objects[Int(holder)].list[$0] }.first { $0.strength == .strong }
  }

  // MARK: - References

  /// Counts what somebody else looked at.
  func countVisits(_ count: Int) { slotVisits += count }

  /// What a property holds: the target of its first reference, `nil` for none or a weak one that is zeroed.
  ///
  /// What is no object, -1, has no properties and gets none, here and below.
  func read(_ name: Int32, of object: Int32) -> Slot? {
    guard mayHave(name, object) else { return nil }
    let (slot, visits) = objects[Int(object)].list.first(name)
    slotVisits += visits
    return slot
  }

  /// The last of the many references of a name.
  func last(_ name: Int32, of object: Int32) -> Slot? {
    guard mayHave(name, object) else { return nil }
    let (slot, visits) = objects[Int(object)].list.last(name)
    slotVisits += visits
    return slot
  }

  /// How many references of a name an object has.
  func count(of name: Int32, in object: Int32) -> Int { ordered(name, of: object).count }

  /// The reference at a position among those of a name.
  func slot(_ name: Int32, at position: Int, of object: Int32) -> Slot? {
    let places = ordered(name, of: object)
    guard (0..<places.count).contains(position) else { return nil }
    return objects[Int(object)].list[Int(places[places.startIndex + position])]
  }

  /// The position of the first reference to a target among those of a name.
  func position(of target: Int32, among name: Int32, of object: Int32) -> Int? {
    let places = ordered(name, of: object)
    guard !places.isEmpty,
      let place = self.places(of: .target(target), in: object)
        .first(where: { objects[Int(object)].list[$0].name == name })
    else { return nil }
    return places.partitioningIndex { $0 >= Int32(place) } - places.startIndex
  }

  private func ordered(_ name: Int32, of object: Int32) -> ArraySlice<Int32> {
    guard mayHave(name, object) else { return [] }
    let (places, visits) = objects[Int(object)].list.ordered(name)
    slotVisits += visits
    return places
  }

  /// Whether a slot of an object can have a name; a large collection is not looked through for one that none has.
  private func mayHave(_ name: Int32, _ object: Int32) -> Bool {
    object >= 0 && objects[Int(object)].names & Self.bit(of: name) != 0
  }

  /// Counts a reference that is about to be stored, if it is a strong one.
  private func hold(_ slot: Slot, by holder: Int32) {
    guard slot.strength == .strong, slot.target >= 0 else { return }
    objects[Int(slot.target)].strongCount += 1
    newHolds?.append((holder, slot.target))
  }

  private static func bit(of name: Int32) -> UInt64 { 1 << UInt64(name & 63) }

  func slots(_ name: Int32, of object: Int32) -> [Slot] {
    guard mayHave(name, object) else { return [] }
    return places(of: .name(name), in: object).map { objects[Int(object)].list[$0] }
  }

  /// Stores a reference in place of all of that name; the old ones are released last.
  ///
  /// An object in its `deinit` cannot be retained again, so storing it stores nothing.
  package func store(_ slot: Slot, in object: Int32) {
    guard object >= 0 else { return }
    let places = mayHave(slot.name, object) ? places(of: .name(slot.name), in: object) : []
    let old = places.map { objects[Int(object)].list[$0] }
    objects[Int(object)].names |= Self.bit(of: slot.name)
    let isStored = isAlive(slot.target) && objects[Int(object)].phase != .freed
    if isStored { hold(slot, by: object) }
    objects[Int(object)].list.remove(at: places, putting: isStored ? slot : nil)
    for slot in old where slot.strength == .strong && slot.target >= 0 { decrement(slot.target) }
  }

  /// Adds a reference to the many of a name.
  func append(_ slot: Slot, to object: Int32) {
    guard object >= 0, isAlive(slot.target), objects[Int(object)].phase != .freed else { return }
    hold(slot, by: object)
    objects[Int(object)].list.append(slot)
    objects[Int(object)].names |= Self.bit(of: slot.name)
  }

  /// Adds a reference to the many of a name: in place of the one with its key, which is released last; else before the
  /// one at a place; else behind the others.
  func insert(_ slot: Slot, before place: Int?, in object: Int32) {
    guard object >= 0, isAlive(slot.target), objects[Int(object)].phase != .freed else { return }
    let same = slot.key == 0 ? nil : placeOfKey(slot.key, named: slot.name, of: object)
    guard same != nil || place != nil else { return append(slot, to: object) }
    hold(slot, by: object)
    objects[Int(object)].names |= Self.bit(of: slot.name)
    if let same {
      let old = objects[Int(object)].list[same]
      objects[Int(object)].list.remove(at: [same], putting: slot)
      if old.strength == .strong, old.target >= 0 { decrement(old.target) }
    } else if let place {
      objects[Int(object)].list.insert(slot, before: place)
    }
  }

  private func placeOfKey(_ key: Int32, named name: Int32, of object: Int32) -> Int? {
    places(named: name, of: object).first { objects[Int(object)].list[$0].key == key }
  }

  /// Where the references of a name stand among those of an object.
  func places(named name: Int32, of object: Int32) -> [Int] {
    mayHave(name, object) ? places(of: .name(name), in: object) : []
  }

  /// The reference at a place.
  func slot(at place: Int, of object: Int32) -> Slot { objects[Int(object)].list[place] }

  /// Takes out the reference at a place, and releases what it held.
  func removeSlot(at place: Int, of object: Int32) {
    let slot = objects[Int(object)].list[place]
    if objects[Int(object)].phase == .deiniting {
      objects[Int(object)].list.clear(at: place)
    } else {
      objects[Int(object)].list.remove(at: [place])
    }
    if slot.strength == .strong, slot.target >= 0 { decrement(slot.target) }
  }

  /// Puts references in place of all of a name; the old ones are released last, in their order.
  func replace(_ name: Int32, of object: Int32, with slots: [Slot]) {
    guard object >= 0, objects[Int(object)].phase != .freed else { return }
    let new = slots.filter { isAlive($0.target) }
    for slot in new { hold(slot, by: object) }
    let old = self.slots(name, of: object)
    var all = objects[Int(object)].slots
    let position = all.firstIndex { $0.name == name }
    all.removeAll { $0.name == name }
    all.insert(contentsOf: new, at: position ?? all.count)
    objects[Int(object)].list.replace(by: all)
    objects[Int(object)].names |= Self.bit(of: name)
    for slot in old where slot.strength == .strong && slot.target >= 0 { decrement(slot.target) }
  }

  /// Takes those references of a key out that match, or of all, and releases what they held, in their order.
  @discardableResult
  func remove(
    from object: Int32, _ key: SlotList.Key? = nil, where matches: (Slot) -> Bool = { _ in true }
  ) -> Bool {
    guard object >= 0 else { return false }
    let places = places(of: key, in: object).filter { matches(objects[Int(object)].list[$0]) }
    let removed = places.map { objects[Int(object)].list[$0] }
    guard !removed.isEmpty else { return false }
    if objects[Int(object)].phase == .deiniting {
      // Its references are just being released one after the other: each stays in its place.
      for place in places { objects[Int(object)].list.clear(at: place) }
    } else {
      objects[Int(object)].list.remove(at: places)
    }
    for slot in removed where slot.strength == .strong && slot.target >= 0 {
      decrement(slot.target)
    }
    return true
  }

  /// Where the references of a key stand, or all of them; those that were taken out are none.
  private func places(of key: SlotList.Key?, in object: Int32) -> [Int] {
    guard let key else {
      slotVisits += objects[Int(object)].list.indices.count
      return objects[Int(object)].list.indices.filter {
        objects[Int(object)].list[$0].name >= 0
      }
    }
    let (places, visits) = objects[Int(object)].list.places(of: key)
    slotVisits += visits
    return places
  }
}
