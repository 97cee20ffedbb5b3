import LeakCheckAnalysis
import LeakCheckGraph

extension PictureBuilder {
  /// The shared traits of objects drawn as one node.
  private struct Likeness: Hashable {
    /// The number of the reference's folded name, or -1.
    var name: Int32
    var type: Int32
    var kind: ObjectKind
    var marks: UInt8
    var owner: Int32
    /// The name of a closure or task, whose type says little.
    var text: String
    /// The finding that refers to it, or -1: what a leak refers to is not one with what it has no part in.
    var user: Int32
  }

  private func likeness(of index: Int32, name: Int32 = -1) -> Likeness {
    let object = graph.object(index)
    let kind = object.kind
    let marks = object.marks.intersection([.root, .expectedGone, .expectedAlive])
    return Likeness(
      name: name, type: graph.storage.types[Int(index)], kind: kind, marks: marks.rawValue,
      owner: owner[Int(index)], text: kind == .closure || kind == .task ? object.name : "",
      user: user(of: index))
  }

  /// So many references are looked at to find a leak that an object belongs to; there may be millions.
  private static let mostUsers = 8

  private func user(of index: Int32) -> Int32 {
    guard owner[Int(index)] < 0 else { return -1 }
    let storage = graph.storage
    let range = storage.incomingStarts[Int(index)]..<storage.incomingStarts[Int(index) + 1]
    for position in range.prefix(Self.mostUsers) {
      let reference = storage.incoming[Int(position)]
      let finding = owner[Int(storage.sources[Int(reference)])]
      if finding >= 0, storage.referenceMarks[Int(reference)].strength == .strong { return finding }
    }
    return -1
  }

  /// `objects` in groups of equals, in the order of the first of each.
  func likeGroups(of objects: [Int32]) -> [[Int32]] {
    var groups = FirstOrder<Likeness>()
    for object in objects { groups.add(object, as: likeness(of: object)) }
    return groups.values
  }

  /// The objects that are not drawn and that a group refers to, or that refer to it, in groups of equals
  /// that the same name connects.
  ///
  /// - Parameters:
  ///   - group: where the references begin, or end.
  ///   - incoming: whether they end there.
  ///   - finding: whose objects are looked at, or -1 for those of none; `nil` for all that may be drawn.
  /// - Returns: the groups, in the order of the first reference to each.
  func neighbours(
    of group: Int, incoming: Bool, ownedBy finding: Int32? = nil
  ) -> [[Int32]] {
    let storage = graph.storage
    let starts = incoming ? storage.incomingStarts : storage.outgoingStarts
    let order = incoming ? storage.incoming : nil
    let others = incoming ? storage.sources : storage.targets
    var found = FirstOrder<Likeness>()
    var names = FoldedNames()
    var seen: Set<Int32> = []
    for object in groups[group].objects {
      for position in starts[Int(object)]..<starts[Int(object) + 1] {
        let reference = order?[Int(position)] ?? position
        let other = others[Int(reference)]
        let isWanted = finding.map { owner[Int(other)] == $0 } ?? isAdmitted(other)
        guard isWanted, groupOf[Int(other)] < 0 else { continue }
        guard seen.insert(other).inserted else { continue }
        let name = names.number(of: reference, in: graph)
        found.add(other, as: likeness(of: other, name: name))
      }
    }
    return found.values
  }
}

/// Values by key, in order of insertion.
private struct FirstOrder<Key: Hashable> {
  private var positions: [Key: Int] = [:]
  private(set) var values: [[Int32]] = []

  mutating func add(_ value: Int32, as key: Key) {
    if let position = positions[key] {
      values[position].append(value)
    } else {
      positions[key] = values.count
      values.append([value])
    }
  }
}

/// Numbers for the names of references, equal for `[0]` and `[1]`.
struct FoldedNames {
  private var numbers: [Int32: Int32] = [:]
  private var byText: [String: Int32] = [:]
  private(set) var texts: [String] = []

  /// The number of a reference's name; each distinct name is folded once.
  mutating func number(of reference: Int32, in graph: ObjectGraph) -> Int32 {
    let name = graph.storage.referenceNames[Int(reference)]
    if let number = numbers[name] { return number }
    let text = PictureText.foldedName(graph.reference(reference).name)
    let number = byText[text] ?? Int32(texts.count)
    if number == texts.count { texts.append(text) }
    byText[text] = number
    numbers[name] = number
    return number
  }
}
