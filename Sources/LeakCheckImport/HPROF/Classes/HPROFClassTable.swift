internal import LeakCheckGraph
import LeakCheckText

/// The facts about each class that the second pass needs, by the class's id.
struct HPROFClassTable {
  /// The columns of an object, and the steps to its references.
  struct Item {
    var type: Int32 = 0
    var kind: Int32 = 0
    var size: Int64 = 0
    var marks: ObjectMarks = []
    var steps: Range<Int> = 0..<0
    var hasTies = false
    var isCompiled = false
    var dataLength = 0
  }

  let sizes: HPROFSizes
  let classes: HPROFClasses
  /// The text of an object's reference to its class.
  let classReference: Int32
  private var items: [Item] = []
  private var primitives: [Item] = []
  private var programs: HPROFFieldPrograms
  /// The class looked up last for each of some hashes: nearly every look-up ends here.
  private var cache: [(id: UInt64, index: Int)]
  private var loadedArrays: [UInt64: Item] = [:]
  private let loadedNames: [UInt64: UInt64]

  private static let cacheBits: UInt64 = 12

  init(_ classes: HPROFClasses, _ index: borrowing HPROFIndex, names: inout HPROFNames) {
    self.classes = classes
    sizes = classes.sizes
    programs = HPROFFieldPrograms(classes)
    loadedNames = index.classNames
    classReference = names.strings.intern(HPROFFieldPrograms.className)
    cache = Array(repeating: (0, -1), count: 1 << Int(Self.cacheBits))
    items = classes.all.map { item in
      var result = Self.item(item.name, kind: item.kind, names: &names)
      result.size = classes.sizes.instance(item.extent)
      result.dataLength = item.dataLength
      return result
    }
    primitives = (0..<UInt8(16)).map { type in
      guard let name = HPROFFormat.name(ofType: type) else { return Item() }
      return Self.item(name + "[]", kind: .collection, names: &names)
    }
  }

  private static func item(_ name: String, kind: ObjectKind, names: inout HPROFNames) -> Item {
    var item = Item()
    item.type = names.strings.intern(name)
    item.kind = names.strings.intern(kind.rawValue)
    item.marks = HPROFVocabulary.isFramework(name) ? .framework : []
    return item
  }

  /// The class with this id, or -1.
  @inline(__always) mutating func index(of id: UInt64) -> Int {
    // The constant is 2^64 divided by the golden ratio (Knuth, volume 3, 6.4): neighbours part.
    let slot = Int(truncatingIfNeeded: (id &* 0x9e37_79b9_7f4a_7c15) &>> (64 &- Self.cacheBits))
    if cache[slot].id == id { return cache[slot].index }
    let index = classes.indices[id].map { Int($0) } ?? -1
    cache[slot] = (id, index)
    return index
  }

  @inline(__always) func step(_ position: Int) -> HPROFFieldPrograms.Step {
    programs.steps[position]
  }

  /// Whether a root keeps the class; so are classes that are not in the dump.
  func isRoot(_ index: Int) -> Bool { index < 0 || classes.all[index].isRoot }

  /// The columns of an instance of the class at `index`, whose fields take `length` bytes.
  ///
  /// - Throws: ``InputFailure`` where the class is not there, or its fields take other bytes.
  @inline(__always) mutating func instanceClass(
    _ index: Int, length: Int, at offset: Int, _ names: inout HPROFNames
  ) throws(InputFailure) -> Item {
    if index >= 0, items[index].isCompiled, items[index].dataLength == length {
      return items[index]
    }
    return try compiled(index, length: length, at: offset, &names)
  }

  private mutating func compiled(
    _ index: Int, length: Int, at offset: Int, _ names: inout HPROFNames
  ) throws(InputFailure) -> Item {
    guard index >= 0 else { throw missing("class of the instance", at: offset) }
    let item = classes.all[index]
    if item.lacksSuperclass {
      throw missing("superclass of \(Quotation.quoted(item.name))", at: offset)
    }
    guard item.dataLength == length else {
      throw InputFailure(
        offset: offset,
        problem: "instance of \(Quotation.quoted(item.name)) with \(length) bytes of fields",
        expected: "\(item.dataLength), as its class says")
    }
    let (range, hasTies) = try programs.compile(index, names: &names)
    items[index].steps = range
    items[index].hasTies = hasTies
    items[index].isCompiled = true
    return items[index]
  }

  private func missing(_ what: String, at offset: Int) -> InputFailure {
    InputFailure(
      offset: offset, problem: "the \(what) is not in the dump", expected: "a record of the class")
  }

  /// The columns of an array of the class at `index`; of an array's class, the name is enough.
  mutating func arrayClass(
    _ index: Int, _ id: UInt64, at offset: Int, _ names: inout HPROFNames
  ) throws(InputFailure) -> Item {
    if index >= 0 { return items[index] }
    if let item = loadedArrays[id] { return item }
    guard let text = loadedNames[id] else { throw missing("class of the array", at: offset) }
    let name = HPROFTypeName.java(try names.text(text, for: offset))
    let item = Self.item(name, kind: .collection, names: &names)
    loadedArrays[id] = item
    return item
  }

  func primitiveArray(_ type: UInt8) -> Item { primitives[Int(type & 15)] }

  /// The columns of the class object of the class at `index`.
  func classObject(_ index: Int, _ names: inout HPROFNames) -> Item {
    let name = classes.all[index].name
    var item = items[index]
    item.type = names.strings.intern("class \(name)")
    item.kind = names.strings.intern(ObjectKind.object.rawValue)
    item.size = classes.classObjectSize(of: index)
    return item
  }

  /// What the class object of the class at `index` refers to, by name.
  ///
  /// - Throws: ``InputFailure`` where a static field's name is no text of the dump.
  func classReferences(
    of index: Int, _ names: inout HPROFNames
  ) throws(InputFailure) -> [(id: UInt64, name: Int32, marks: ReferenceMarks)] {
    let dump = classes.all[index].dump
    let runtime = HPROFFieldPrograms.runtime
    var found: [(text: String, id: UInt64, marks: ReferenceMarks)] = [
      ("super", dump.superclass, runtime), ("class loader", dump.loader, runtime),
      ("signers", dump.signers, runtime), ("protection domain", dump.protectionDomain, runtime),
    ]
    for constant in dump.constants {
      let id = classes.bytes.id(at: constant.offset)
      found.append(("constant pool [\(constant.index)]", id, runtime))
    }
    for field in dump.statics where field.type == HPROFFormat.objectType {
      let name = try names.text(field.name, for: dump.offset)
      found.append((name, classes.bytes.id(at: field.offset), HPROFFieldPrograms.strong))
    }
    found.removeAll { $0.id == 0 }
    found.sort { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    return found.map { ($0.id, names.strings.intern($0.text), $0.marks) }
  }
}
