internal import LeakCheckGraph

/// A lookup of single objects and their fields, for the few questions about few objects.
struct HPROFHeap: ~Copyable {
  let index: HPROFIndex
  let classes: HPROFClasses
  let objects: HPROFObjects
  private let memory = HPROFFieldMemory()

  init(
    index: consuming HPROFIndex, classes: HPROFClasses, objects: consuming HPROFObjects
  ) {
    self.index = index
    self.classes = classes
    self.objects = objects
  }

  private var bytes: HPROFBytes { index.bytes }
  private var idSize: Int { index.header.idSize }

  /// The value of a field.
  enum Value: Equatable {
    case null
    case object(UInt64)
    case number(Int64)
  }

  /// The class of the instance at `row`, or `nil` where the object is none.
  func instanceClass(of row: Int) -> Int? {
    let offset = objects.offsets[row]
    guard bytes[offset] == HPROFFormat.SubTag.instance else { return nil }
    return classes.indices[bytes.id(at: offset + 5 + idSize)].map { Int($0) }
  }

  /// The row of the object with this id, or `nil`.
  func row(of id: UInt64) -> Int? {
    let row = objects.rows.row(of: id)
    return row < 0 ? nil : Int(row)
  }

  /// The value of the field `name` that the class `declaring` gave to the instance at `row`; `nil` where
  /// there is no such field.
  func value(of row: Int, _ declaring: String, _ name: String) -> Value? {
    guard let index = instanceClass(of: row),
      let owner = memory.ancestor(of: index, named: declaring, in: classes),
      let field = memory.field(name, of: owner, in: self)
    else { return nil }
    // A class's own fields come first, its superclasses' behind them.
    let before = classes.all[index].dataLength - classes.all[owner].dataLength
    let data = objects.offsets[row] + 9 + 2 * idSize
    return value(field.type, at: data + before + field.offset)
  }

  /// The value of the static field `name` of the class at `index`.
  func staticValue(of index: Int, _ name: String) -> Value? {
    let field = classes.all[index].dump.statics.first { text($0.name) == name }
    return field.flatMap { value($0.type, at: $0.offset) }
  }

  /// The row of the object that a field holds, or `nil`.
  func object(of row: Int, _ declaring: String, _ name: String) -> Int? {
    guard case .object(let id) = value(of: row, declaring, name) else { return nil }
    return self.row(of: id)
  }

  /// Whether an instance belongs to a class of this name, or to a subclass of one.
  func isInstance(_ row: Int, of name: String) -> Bool {
    guard let index = instanceClass(of: row) else { return false }
    return memory.ancestor(of: index, named: name, in: classes) != nil
  }

  /// The ids in an array of objects, or none where the object is no such array.
  func elements(of row: Int) -> [UInt64] {
    let offset = objects.offsets[row]
    guard bytes[offset] == HPROFFormat.SubTag.objectArray else { return [] }
    let data = offset + 9 + 2 * idSize
    let count = Int(bytes.load(UInt32.self, at: offset + 5 + idSize))
    return (0..<count).map { bytes.id(at: data + $0 * idSize) }
  }

  func text(_ id: UInt64) -> String? { index.strings.text(id, in: bytes) }

  private func value(_ type: UInt8, at offset: Int) -> Value? {
    switch HPROFFormat.size(ofType: type, idSize: idSize) {
    case _ where type == HPROFFormat.objectType:
      let id = bytes.id(at: offset)
      return id == 0 ? .null : .object(id)
    case 1: return .number(Int64(Int8(bitPattern: bytes[offset])))
    case 2: return .number(Int64(bytes.load(Int16.self, at: offset)))
    case 4: return .number(Int64(bytes.load(Int32.self, at: offset)))
    case 8: return .number(bytes.load(Int64.self, at: offset))
    default: return nil
    }
  }
}

extension HPROFHeap {
  /// The longest text that is read of a string of the program.
  static let longestText = 200

  /// The text of the `java.lang.String` or `char[]` at `row`; cut to ``longestText`` characters.
  ///
  /// A string has had an array of characters, of a part of it before Java 7, and since Java 9 an array
  /// of bytes with a coder: 0 for Latin-1, 1 for UTF-16 in the machine's byte order.
  func string(at row: Int) -> String? {
    guard isInstance(row, of: "java.lang.String") else { return characters(of: row, 0, nil) }
    guard let value = object(of: row, "java.lang.String", "value") else { return nil }
    if case .number(let coder) = self.value(of: row, "java.lang.String", "coder") {
      return bytes(of: value, isLatin: coder == 0)
    }
    guard case .number(let count) = self.value(of: row, "java.lang.String", "count") else {
      return characters(of: value, 0, nil)
    }
    guard case .number(let start) = self.value(of: row, "java.lang.String", "offset") else {
      // Android keeps the count and nothing else; its lowest bit may mark compressed characters.
      return characters(of: value, 0, nil) ?? bytes(of: value, isLatin: true)
    }
    return characters(of: value, Int(start), Int(count))
  }

  /// Where the elements are of a primitive array of a type, and how many.
  private func array(_ row: Int, of type: UInt8) -> (start: Int, count: Int)? {
    let offset = objects.offsets[row]
    let start = offset + 10 + idSize
    guard bytes[offset] == HPROFFormat.SubTag.primitiveArray, bytes[start - 1] == type else {
      return nil
    }
    return (start, Int(bytes.load(UInt32.self, at: start - 5)))
  }

  private func characters(of row: Int, _ first: Int, _ count: Int?) -> String? {
    guard let array = array(row, of: 5), first >= 0, first <= array.count else { return nil }
    let count = min(max(0, count ?? .max), array.count - first, Self.longestText)
    let units = (0..<count).map { bytes.load(UInt16.self, at: array.start + 2 * (first + $0)) }
    return String(decoding: units, as: UTF16.self)
  }

  private func bytes(of row: Int, isLatin: Bool) -> String? {
    guard let array = array(row, of: 8) else { return nil }
    if isLatin {
      let count = min(array.count, Self.longestText)
      let units = (0..<count).map { UInt16(bytes[array.start + $0]) }
      return String(decoding: units, as: UTF16.self)
    }
    let count = min(array.count / 2, Self.longestText)
    // The bytes of the array are as they were in memory: little-endian on all VMs of today.
    let units = (0..<count).map {
      UInt16(littleEndian: bytes.load(UInt16.self, at: array.start + 2 * $0).bigEndian)
    }
    return String(decoding: units, as: UTF16.self)
  }
}
