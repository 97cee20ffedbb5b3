internal import LeakCheckGraph
import LeakCheckText

/// Programs that read the references of a class's instances: compiled once, run for each instance.
///
/// Steps are in the order of the graph, by the bytes of their names. Only a class that has an instance is
/// compiled, so that a file's classes can make no more steps than its instances have bytes.
struct HPROFFieldPrograms {
  struct Step {
    /// From the first byte of the instance's fields; the class's id lies before it.
    var offset: Int32
    var name: Int32
    var marks: ReferenceMarks
  }

  private(set) var steps: [Step] = []
  private let classes: HPROFClasses

  init(_ classes: HPROFClasses) { self.classes = classes }

  static let strong = ReferenceMarks(strength: .strong, kind: .property, end: .unknown)
  static let weak = ReferenceMarks(strength: .weak, kind: .property, end: .unknown)
  static let element = ReferenceMarks(strength: .strong, kind: .element, end: .unknown)
  static let runtime = ReferenceMarks(strength: .strong, kind: .runtime, end: .unknown)
  /// The reference of an object to its class.
  static let className = "class"

  /// The steps of the class at `index`, as a range of ``steps``, and whether two have one name.
  ///
  /// - Throws: ``InputFailure`` where a field's name is no text of the dump.
  mutating func compile(
    _ index: Int, names: inout HPROFNames
  ) throws(InputFailure) -> (range: Range<Int>, hasTies: Bool) {
    var found: [(text: String, step: Step)] = []
    if !classes.all[index].isRoot {
      let offset = Int32(-4 - classes.bytes.idSize)
      found.append(try step(Self.className, offset, Self.runtime, &names))
    }
    var offset = 0
    var next = index
    while next >= 0 {
      let item = classes.all[next]
      for field in item.dump.fields where field.type == HPROFFormat.objectType {
        let name = try names.text(field.name, for: item.dump.offset)
        let marks = isWeak(name, of: item, in: index) ? Self.weak : Self.strong
        found.append(try step(name, Int32(offset + field.offset), marks, &names))
      }
      offset += item.dump.ownLength
      next = Int(item.superclass)
    }
    found.sort { left, right in
      left.step.name == right.step.name
        ? left.step.offset < right.step.offset
        : left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
    let start = steps.count
    steps += found.map(\.step)
    let hasTies = zip(found, found.dropFirst()).contains { $0.step.name == $1.step.name }
    return (start..<steps.count, hasTies)
  }

  private func isWeak(_ name: String, of item: HPROFClasses.Class, in index: Int) -> Bool {
    classes.all[index].isWeakReference && name == HPROFVocabulary.referent
      && item.name == HPROFVocabulary.reference
  }

  private func step(
    _ name: String, _ offset: Int32, _ marks: ReferenceMarks, _ names: inout HPROFNames
  ) throws(InputFailure) -> (text: String, step: Step) {
    (name, Step(offset: offset, name: names.strings.intern(name), marks: marks))
  }
}
