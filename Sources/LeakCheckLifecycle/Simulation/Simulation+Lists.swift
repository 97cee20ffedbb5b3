import LeakCheckGraph

/// The contents of places: one object, or many, by position, by key and as a whole.
///
/// The list of a local is an object of its own, which stands for what it lists: stored in a property, it is copied
/// there, as arrays are.
extension Simulation {
  func set(_ action: Action, in frame: Frame) {
    guard let place = place(action, "set") else { return }
    let target = value(action, "to", in: frame)
    guard halt == nil else { return }
    if isList(target), let place = placeOfMany(place, in: frame) {
      return replaceAll(place, with: heap.slots(heap.symbol("elements"), of: target), in: frame)
    }
    store(target, at: place, in: frame)
  }

  func append(_ action: Action, in frame: Frame) {
    guard let place = place(action, "to") else { return }
    let target = value(action, "append", in: frame)
    guard halt == nil else { return }
    guard let many = placeOfMany(place, in: frame) else {
      // Null on the way to it makes it nothing, as `?.` does.
      if place.path.isEmpty { fail("a local cannot list objects", expected: "a property") }
      return
    }
    guard requireOwn(many.name, of: many.holder) else { return }
    // Under its key, nothing takes out what is there.
    if target < 0 { return takeKey(of: action, from: many) }
    announceCall(of: many.name, on: many.holder)
    var slot = slot(many.name, target: target, of: many.holder, isListed: true)
    slot.key = text(action, "key").map { heap.symbol("[\($0)]") } ?? 0
    let next = number(action, "at").flatMap { index -> Int? in
      let positions = positions(of: many)
      return positions.indices.contains(Int(index)) ? positions[Int(index)] : nil
    }
    heap.insert(slot, before: next, in: many.holder)
    notifications.changed(many.name, of: many.holder)
  }

  private func takeKey(of action: Action, from many: Many) {
    guard action["key"] != nil, let position = position(of: action, in: many) else { return }
    heap.removeSlot(at: position, of: many.holder)
  }

  /// Names one of the many of a place.
  func pick(_ action: Action, in frame: Frame) {
    guard let name = text(action, "as"), let place = place(action, "pick") else { return }
    let target = one(of: place, by: action, in: frame)?.target ?? -1
    if halt == nil { setLocal(name, to: target, in: frame) }
  }

  /// Takes one of the many of a place out, and names it.
  func take(_ action: Action, in frame: Frame) {
    guard let place = place(action, "take") else { return }
    let found = one(of: place, by: action, in: frame)
    guard halt == nil else { return }
    let target = found?.target ?? -1
    heap.retain(target)
    frame.temporaries.append(target)
    if let found, requireOwn(found.many.name, of: found.many.holder) {
      heap.removeSlot(at: found.position, of: found.many.holder)
    }
    if let name = text(action, "as"), halt == nil { setLocal(name, to: target, in: frame) }
  }

  func remove(_ action: Action, in frame: Frame) {
    guard let place = place(action, "from") else { return }
    let target = value(action, "remove", in: frame)
    guard halt == nil, target >= 0, let (holder, name) = holder(of: place, in: frame),
      requireOwn(heap.text(name), of: holder)
    else { return }
    heap.remove(from: holder, .target(target)) { $0.name == name }
  }

  func clear(_ place: Place, in frame: Frame) {
    if place.name != nil, place.path.isEmpty, !isList(local(place, in: frame)) {
      return store(-1, at: place, in: frame)
    }
    guard let (holder, name) = holder(of: place, in: frame),
      requireOwn(heap.text(name), of: holder)
    else { return }
    if place.path.isEmpty {
      heap.remove(from: holder) { $0.name == name || $0.isListed }
    } else {
      heap.remove(from: holder, .name(name))
    }
  }

  /// Puts what one place lists in place of what another does; a local that lists nothing yet becomes a list.
  func copyAll(_ action: Action, in frame: Frame) {
    guard let source = place(action, "copy"), let place = place(action, "to") else { return }
    let slots = manySlots(of: source, in: frame)
    guard halt == nil else { return }
    if let name = place.name, place.path.isEmpty, !isList(local(place, in: frame)) {
      let list = make("Array", hint: LocalName.shown(name), in: frame)
      setLocal(name, to: list, in: frame)
    }
    guard let many = placeOfMany(place, in: frame) else { return }
    replaceAll(many, with: slots, in: frame)
  }

  /// The references of a place; a local that holds one object has just that.
  private func manySlots(of place: Place, in frame: Frame) -> [SimulatedHeap.Slot] {
    if let (holder, name) = holder(of: place, in: frame) { return heap.slots(name, of: holder) }
    let only = object(place, in: frame)
    return only >= 0 ? [.init(name: 0, target: only, strength: .strong)] : []
  }

  // MARK: - Many

  /// The references of a name that an object holds.
  struct Many {
    var holder: Int32
    var name: String
  }

  /// Whether an object is the list of a local.
  func isList(_ object: Int32) -> Bool {
    object >= 0 && heap.type(of: object) == types.framework("Array")
  }

  private func local(_ place: Place, in frame: Frame) -> Int32 {
    place.name.flatMap { frame.variable($0)?.target } ?? -1
  }

  /// The object and property that a place names, or `nil` where there is nothing on the way.
  func holder(of place: Place, in frame: Frame) -> (object: Int32, name: Int32)? {
    if case .global(let name) = place.head, place.path.isEmpty {
      let root = global(name)
      let isListed = heap.objects[Int(root)].slots.contains(where: \.isListed)
      return (root, heap.symbol(isListed ? "elements" : "value"))
    }
    guard let property = place.path.last else {
      let list = local(place, in: frame)
      return isList(list) ? (list, heap.symbol("elements")) : nil
    }
    let holder = object(place.parent, in: frame)
    return holder >= 0 ? (holder, heap.symbol(property)) : nil
  }

  /// Where a place lists many, or `nil` for a local that holds one and for what is null.
  private func placeOfMany(_ place: Place, in frame: Frame) -> Many? {
    if case .global(let name) = place.head, place.path.isEmpty {
      return Many(holder: global(name), name: "elements")
    }
    return holder(of: place, in: frame).map { Many(holder: $0.object, name: heap.text($0.name)) }
  }

  /// The positions of the many among all references of their holder.
  private func positions(of many: Many) -> [Int] {
    heap.places(named: heap.symbol(many.name), of: many.holder).filter {
      heap.isAlive(heap.slot(at: $0, of: many.holder).target)
    }
  }

  /// The position of the one that an action means: by its key, the last, or the first behind so many.
  private func position(of action: Action, in many: Many) -> Int? {
    let positions = positions(of: many)
    if let key = text(action, "key") {
      let key = heap.symbol("[\(key)]")
      return positions.first { heap.slot(at: $0, of: many.holder).key == key }
    }
    if truth(action, "last") { return positions.last }
    let index = Int(number(action, "at") ?? 0)
    return positions.indices.contains(index) ? positions[index] : nil
  }

  private func one(
    of place: Place, by action: Action, in frame: Frame
  ) -> (many: Many, position: Int, target: Int32)? {
    guard let (holder, name) = holder(of: place, in: frame) else { return nil }
    let many = Many(holder: holder, name: heap.text(name))
    return position(of: action, in: many).map {
      (many, $0, heap.slot(at: $0, of: holder).target)
    }
  }

  private func replaceAll(_ many: Many, with slots: [SimulatedHeap.Slot], in frame: Frame) {
    guard requireOwn(many.name, of: many.holder) else { return }
    announceCall(of: many.name, on: many.holder)
    let copies = slots.map { old in
      let target = old.strength == .strong ? copy(of: old.target, in: frame) : old.target
      var slot = slot(many.name, target: target, of: many.holder, isListed: true)
      slot.key = old.key
      return slot
    }
    heap.replace(heap.symbol(many.name), of: many.holder, with: copies)
    notifications.changed(many.name, of: many.holder)
  }

  // MARK: - Values

  private func isValue(_ object: Int32) -> Bool {
    object >= 0
      && (isList(object) || types[heap.type(of: object)].kind == FrameworkType.structKind)
  }

  /// A copy of a struct or list, and of those in it; anything else is the object itself.
  func copy(of object: Int32, in frame: Frame) -> Int32 {
    guard isValue(object), heap.isAlive(object) else { return object }
    let copy = allocate(like: object)
    heap.retain(copy)
    frame.temporaries.append(copy)
    var waiting = [(object, copy)]
    while let (source, copy) = waiting.popLast() {
      for slot in heap.objects[Int(source)].slots {
        guard slot.strength == .strong, isValue(slot.target) else {
          heap.append(slot, to: copy)
          continue
        }
        var inner = slot
        inner.target = allocate(like: slot.target)
        heap.append(inner, to: copy)
        waiting.append((slot.target, inner.target))
      }
    }
    return copy
  }

  private func allocate(like object: Int32) -> Int32 {
    let hint = heap.text(heap.objects[Int(object)].hint)
    return heap.allocate(type: heap.type(of: object), hint: hint, site: site)
  }
}
