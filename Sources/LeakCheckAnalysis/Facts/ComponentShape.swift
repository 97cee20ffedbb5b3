import LeakCheckGraph

/// The shape of a retain cycle as numbers; components with equal shapes share a finding.
///
/// The members are taken in the order of the graph. Two components are of one shape when types, names, owners,
/// strengths and ends agree at every place, and also all that is asked of the references to them from outside.
/// Equal shapes are equal in every respect that the kind, the path, the cut and its numbers depend on; components
/// that are equal but differ in the order of their ids are merely looked at once more.
struct ComponentShape: Hashable {
  /// The most members of a component whose shape is compared.
  static let sizeLimit = 64
  /// The most references to a member that roles depend on, see ``ReferenceRole``.
  private static let referrerLimit = 64

  private let numbers: [Int32]

  /// The shape of a component, or `nil` where it is too large to be one of many.
  init?(of members: some RandomAccessCollection<Int32>, in analysis: GraphAnalysis) {
    guard members.count <= Self.sizeLimit else { return nil }
    let storage = analysis.graph.storage
    var numbers: [Int32] = [Int32(members.count)]
    for member in members {
      numbers += [
        storage.types[Int(member)], storage.kindIndex(of: member), storage.nameIndex(of: member),
        storage.fileIndex(of: member), storage.line(of: member),
        Int32(storage.marks[Int(member)].rawValue) | (analysis.isKeptFromOutside(member) ? 256 : 0)
          | (analysis.reachable.contains(member) ? 512 : 0),
      ]
      guard Self.add(referencesOf: member, among: members, analysis, to: &numbers) else {
        return nil
      }
    }
    self.numbers = numbers
  }

  /// Adds the references of a member; `false` where one is ended by a `deinit`, which is looked at by itself.
  private static func add(
    referencesOf member: Int32, among members: some RandomAccessCollection<Int32>,
    _ analysis: GraphAnalysis, to numbers: inout [Int32]
  ) -> Bool {
    let storage = analysis.graph.storage
    let leaving = storage.outgoingStarts[Int(member)]..<storage.outgoingStarts[Int(member) + 1]
    for reference in leaving {
      let marks = storage.referenceMarks[Int(reference)]
      guard marks.end == .unknown else { return false }
      let place = members.partitioningPlace(of: storage.targets[Int(reference)])
      guard let place else { continue }
      numbers += [storage.referenceNames[Int(reference)], Int32(marks.rawValue), Int32(place)]
    }
    numbers.append(-1)
    let coming = storage.incomingStarts[Int(member)]..<storage.incomingStarts[Int(member) + 1]
    for position in coming.prefix(referrerLimit) {
      let reference = Int(storage.incoming[Int(position)])
      let source = storage.sources[reference]
      numbers += [
        storage.types[Int(source)], storage.kindIndex(of: source),
        storage.referenceNames[reference],
        Int32(storage.referenceMarks[reference].rawValue),
        Int32(members.partitioningPlace(of: source) ?? -1),
      ]
    }
    numbers.append(-2)
    return true
  }
}

extension RandomAccessCollection<Int32> {
  /// The place of a vertex among rising ones, or `nil`.
  fileprivate func partitioningPlace(of vertex: Int32) -> Int? {
    let index = partitioningIndex { $0 >= vertex }
    return index < endIndex && self[index] == vertex ? distance(from: startIndex, to: index) : nil
  }
}
