internal import LeakCheckGraph
import LeakCheckText

/// The classes of a heap dump: their names and the traits of their instances.
struct HPROFClasses {
  /// A class and what follows from its superclasses.
  struct Class {
    var dump: HPROFClassDump
    /// The name as Java writes it.
    var name: String
    /// The kind that the name alone says, or `nil` where the superclass decides.
    var namedKind: ObjectKind?
    /// The superclass among the classes, or -1 where there is none.
    var superclass: Int32 = -1
    /// The number of superclasses.
    var depth = 0
    /// Whether some superclass is named by its id only: instances cannot be taken apart.
    var lacksSuperclass = false
    /// The bytes of an instance's fields in its sub-record.
    var dataLength = 0
    /// Where an instance's fields end in the VM.
    var extent = 0
    var kind: ObjectKind = .object
    /// Whether the referent of instances is no strong reference.
    var isWeakReference = false
    /// Whether a root keeps the class object; otherwise its instances are what keeps it.
    var isRoot = false
  }

  /// The most superclasses of a class: programs have a dozen, and each look at a class's fields passes them.
  static let mostSuperclasses = 1000

  /// The most bytes of a class's name; those of Java have 65,535 and, of arrays, the brackets.
  static let longestName = 1 << 17

  let bytes: HPROFBytes
  let sizes: HPROFSizes
  private(set) var all: [Class] = []
  private(set) var indices: [UInt64: Int32] = [:]
  /// Where the fields end of an instance of `java.lang.Class`.
  private var classExtent = 0

  init(_ index: borrowing HPROFIndex) throws(InputFailure) {
    bytes = index.bytes
    sizes = HPROFSizes(
      idSize: index.header.idSize, hasNarrowReferences: index.hasNarrowReferences,
      hasNarrowClassPointers: index.hasNarrowClassPointers)
    // Class loaders may have a class of one name each: what it says is found out once.
    var names: [UInt64: (name: String, kind: ObjectKind?)] = [:]
    for offset in index.classes {
      let dump = try HPROFClassDump(at: offset, in: bytes)
      let text = try Self.nameID(of: dump, in: index)
      let known: (name: String, kind: ObjectKind?)
      if let found = names[text] {
        known = found
      } else {
        let name = try Self.name(text, of: dump, in: index)
        known = (name, HPROFVocabulary.kind(of: name))
        names[text] = known
      }
      indices[dump.id] = Int32(all.count)
      all.append(Class(dump: dump, name: known.name, namedKind: known.kind))
    }
    for root in index.roots {
      if let index = indices[root.object] { all[Int(index)].isRoot = true }
    }
    try inherit()
    classExtent = all.first { $0.name == "java.lang.Class" }?.extent ?? sizes.header
  }

  private static func nameID(
    of dump: HPROFClassDump, in index: borrowing HPROFIndex
  ) throws(InputFailure) -> UInt64 {
    guard let text = index.classNames[dump.id] else {
      throw InputFailure(
        offset: dump.offset, problem: "class \(hexadecimal(dump.id)) without a name",
        expected: "a record of the loaded class")
    }
    return text
  }

  private static func name(
    _ text: UInt64, of dump: HPROFClassDump, in index: borrowing HPROFIndex
  ) throws(InputFailure) -> String {
    guard let name = index.strings.text(text, in: index.bytes) else {
      throw InputFailure(
        offset: dump.offset,
        problem: "unknown text \(hexadecimal(text)) for the name of a class",
        expected: "the id of a text record")
    }
    guard name.utf8.count <= longestName else {
      throw InputFailure(
        offset: dump.offset, problem: "class with a name of \(name.utf8.count) bytes",
        expected: "at most \(longestName)")
    }
    return HPROFTypeName.java(name)
  }

  /// Passes on what classes inherit, each class after its superclass.
  private mutating func inherit() throws(InputFailure) {
    // 0: not begun, 1: waits for its superclass, 2: done.
    var states = [UInt8](repeating: 0, count: all.count)
    for start in all.indices {
      var chain: [Int] = []
      var next = start
      while states[next] == 0 {
        states[next] = 1
        chain.append(next)
        let superclass = all[next].dump.superclass
        guard superclass != 0, let index = indices[superclass] else { break }
        all[next].superclass = index
        next = Int(index)
        if states[next] == 1 { throw cycle(at: next) }
      }
      for index in chain.reversed() {
        try inherit(index)
        states[index] = 2
      }
    }
  }

  private func cycle(at index: Int) -> InputFailure {
    InputFailure(
      offset: all[index].dump.offset,
      problem: "class \(Quotation.quoted(all[index].name)) is its own superclass",
      expected: "superclasses that end in one without")
  }

  private mutating func inherit(_ index: Int) throws(InputFailure) {
    var item = all[index]
    let parent = item.superclass < 0 ? nil : all[Int(item.superclass)]
    item.depth = parent.map { $0.depth + 1 } ?? 0
    guard item.depth <= Self.mostSuperclasses else {
      throw InputFailure(
        offset: item.dump.offset,
        problem:
          "class \(Quotation.quoted(item.name)) with more than \(Self.mostSuperclasses) superclasses",
        expected: "a class of a program")
    }
    item.lacksSuperclass =
      parent.map(\.lacksSuperclass) ?? (item.dump.superclass != 0)
    item.dataLength = item.dump.ownLength + (parent?.dataLength ?? 0)
    // The fields of the topmost class are its header: ART dumps them, HotSpot has none.
    item.extent =
      parent.map { sizes.extent(of: item.dump.fields, behind: $0.extent) } ?? sizes.header
    item.kind = item.namedKind ?? parent?.kind ?? .object
    item.isWeakReference =
      parent?.isWeakReference == true || HPROFVocabulary.weakReferences.contains(item.name)
    all[index] = item
  }

  /// The class object's bytes: an instance of `java.lang.Class`, then the static fields.
  func classObjectSize(of index: Int) -> Int64 {
    sizes.instance(sizes.extent(of: all[index].dump.statics, behind: classExtent))
  }
}

/// An id as messages tell it.
func hexadecimal(_ id: UInt64) -> String { "0x\(String(id, radix: 16))" }
