import LeakCheckGraph

/// The references of an object, in order, with removal.
///
/// Of a few, each question looks at all. Of many, an index says where those of a name, to a target or for a registration
/// stand, and what is taken out leaves a hole, until half of all are holes: thousands of timers that are made and ended
/// would otherwise take the square of their number.
struct SlotList {
  typealias Slot = SimulatedHeap.Slot

  /// A property shared by the requested references.
  enum Key {
    case name(Int32)
    case target(Int32)
    case registration(Int32)
  }

  /// The references, and holes, which have no name.
  private var places: [Slot] = []
  private var holes = 0
  /// Where references stand, in a list of one; empty where too few do, or nobody has asked.
  private var index: [Index] = []

  /// So many are looked through faster than a table is asked.
  private static let few = 64
  private static let hole = Slot(name: -1, target: -1, strength: .weak)

  /// The references in their order.
  ///
  /// - Complexity: O(1), and O(references) where some of many were taken out.
  var all: [Slot] { holes == 0 ? places : places.filter { $0.name >= 0 } }

  /// The places of references, some of which may be holes: these have no target.
  var indices: Range<Int> { places.indices }

  subscript(place: Int) -> Slot { places[place] }

  mutating func append(_ slot: Slot) {
    places.append(slot)
    note(places.count - 1)
  }

  /// Puts a reference before the one at a place.
  mutating func insert(_ slot: Slot, before place: Int) {
    replace(by: (places[..<place] + [slot] + places[place...]).filter { $0.name >= 0 })
  }

  /// Lets the reference at a place lead to nothing, where it stays.
  mutating func clear(at place: Int) { places[place].target = -1 }

  /// Puts other references in place of all.
  mutating func replace(by slots: [Slot]) { self = SlotList(places: slots) }

  init(places: [Slot] = []) { self.places = places }

  /// The first reference of a name, and how many were looked at.
  mutating func first(_ name: Int32) -> (slot: Slot?, visits: Int) {
    guard places.count > Self.few else {
      let place = places.firstIndex { $0.name == name }
      return (place.map { places[$0] }, place.map { $0 + 1 } ?? places.count)
    }
    prepare()
    return (index[0].first(name, in: places).map { places[$0] }, 1)
  }

  /// The last reference of a name, and how many were looked at.
  mutating func last(_ name: Int32) -> (slot: Slot?, visits: Int) {
    guard places.count > Self.few else {
      let place = places.lastIndex { $0.name == name }
      return (place.map { places[$0] }, place.map { places.count - $0 } ?? places.count)
    }
    prepare()
    return (index[0].last(name, in: places).map { places[$0] }, 1)
  }

  /// Where the references of a key stand, in their order, and how many were looked at.
  mutating func places(of key: Key) -> (places: [Int], visits: Int) {
    guard places.count > Self.few else {
      return (places.indices.filter { key.holds(of: self.places[$0]) }, self.places.count)
    }
    prepare()
    let noted = index[0].noted(key)
    let places = noted.map(Int.init).filter { key.holds(of: self.places[$0]) }
    return (places.isSortedStrictly ? places : Array(Set(places)).sorted(), noted.count + 1)
  }

  /// The places of the references of a name in rising order, and how many were looked at: one where none of the name
  /// was taken out of the middle.
  mutating func ordered(_ name: Int32) -> (places: ArraySlice<Int32>, visits: Int) {
    if places.count > Self.few {
      prepare()
      if let places = index[0].exact(name) { return (places, 1) }
    }
    let (places, visits) = places(of: .name(name))
    return (places.map(Int32.init)[...], visits)
  }

  /// Takes out the references at some places, which are in order, and puts one in place of the first of them; without
  /// places at the end.
  mutating func remove(at removed: [Int], putting slot: Slot? = nil) {
    let first = removed.first
    if let slot {
      if let first { places[first] = slot } else { places.append(slot) }
      note(first ?? places.count - 1, isNameNoted: first != nil)
    }
    let rest = slot == nil ? removed[...] : removed.dropFirst()
    guard let least = rest.first else { return }
    if places.count > Self.few {
      for place in rest.reversed() {
        if !index.isEmpty { index[0].forget(places[place].name, at: place) }
        places[place] = Self.hole
      }
      holes += rest.count
      if holes * 2 > places.count { replace(by: all) }
    } else {
      var (kept, next) = (least, rest.startIndex)
      for place in least..<places.count {
        if next < rest.endIndex, rest[next] == place {
          next += 1
        } else {
          places[kept] = places[place]
          kept += 1
        }
      }
      places.removeLast(places.count - kept)
    }
  }

  /// Makes the index, where there is none.
  private mutating func prepare() {
    guard index.isEmpty else { return }
    index = [Index()]
    for place in places.indices where places[place].name >= 0 { note(place) }
  }

  private mutating func note(_ place: Int, isNameNoted: Bool = false) {
    if !index.isEmpty { index[0].note(places[place], at: place, isNameNoted: isNameNoted) }
  }
}

extension SlotList.Key {
  func holds(of slot: SlotList.Slot) -> Bool {
    switch self {
    case .name(let name): slot.name == name
    case .target(let target): slot.name >= 0 && slot.target == target
    case .registration(let registration): slot.name >= 0 && slot.registration == registration
    }
  }
}

/// An index of references by name, target and registration; its entries may be outdated.
private struct Index {
  /// Places in ascending order, with a known useless prefix.
  private struct Run {
    var places: [Int32] = []
    var start = 0
    /// Whether the name has left none of the places from the start on, and they rise.
    var isExact = true

    mutating func append(_ place: Int32) {
      if let last = places.last, last >= place { isExact = false }
      places.append(place)
    }

    mutating func forget(_ place: Int32) {
      if places.last == place {
        places.removeLast()
      } else if start < places.count, places[start] == place {
        start += 1
      } else {
        isExact = false
      }
    }
  }

  private var ofName: [Int32: Run] = [:]
  private var ofTarget: [Int32: [Int32]] = [:]
  private var ofRegistration: [Int32: [Int32]] = [:]

  mutating func note(_ slot: SlotList.Slot, at place: Int, isNameNoted: Bool) {
    if !isNameNoted { ofName[slot.name, default: Run()].append(Int32(place)) }
    ofTarget[slot.target, default: []].append(Int32(place))
    if slot.registration >= 0 {
      ofRegistration[slot.registration, default: []].append(Int32(place))
    }
  }

  /// The places of a name, where all that are noted are right.
  func exact(_ name: Int32) -> ArraySlice<Int32>? {
    guard let run = ofName[name] else { return [] }
    return run.isExact ? run.places[min(run.start, run.places.count)...] : nil
  }

  /// Lets a name leave a place.
  mutating func forget(_ name: Int32, at place: Int) {
    ofName[name]?.forget(Int32(place))
  }

  func noted(_ key: SlotList.Key) -> ArraySlice<Int32> {
    switch key {
    case .name(let name): ofName[name].map { $0.places[$0.start...] } ?? []
    case .target(let target): ofTarget[target, default: []][...]
    case .registration(let registration): ofRegistration[registration, default: []][...]
    }
  }

  /// The first place of a name; those before it are not looked at again.
  mutating func first(_ name: Int32, in slots: [SlotList.Slot]) -> Int? {
    guard var run = ofName[name] else { return nil }
    while run.start < run.places.count, slots[Int(run.places[run.start])].name != name {
      run.start += 1
    }
    ofName[name]?.start = run.start
    return run.start < run.places.count ? Int(run.places[run.start]) : nil
  }

  /// The last place of a name; those behind it are not looked at again.
  mutating func last(_ name: Int32, in slots: [SlotList.Slot]) -> Int? {
    while let run = ofName[name], run.start < run.places.count, let last = run.places.last {
      if slots[Int(last)].name == name { return Int(last) }
      ofName[name]?.places.removeLast()
    }
    return nil
  }
}

extension [Int] {
  fileprivate var isSortedStrictly: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
