/// Writes heap dumps, record by record: the tests' own, so that a reader's error cannot hide in it.
struct HPROFWriter {
  /// A value of a field: its basic type, and its bits.
  struct Value: Equatable {
    var type: UInt8
    var bits: UInt64

    static func object(_ id: UInt64) -> Value { Value(type: 2, bits: id) }
    static func boolean(_ value: Bool) -> Value { Value(type: 4, bits: value ? 1 : 0) }
    static func int(_ value: Int32) -> Value {
      Value(type: 10, bits: UInt64(UInt32(bitPattern: value)))
    }
    static func long(_ value: Int64) -> Value {
      Value(type: 11, bits: UInt64(bitPattern: value))
    }
  }

  /// A class: its own id, and what an instance needs to be written.
  struct Class {
    var id: UInt64
    var name: String
    var superclass: UInt64 = 0
    var fields: [(name: String, type: UInt8)] = []
  }

  var idSize = 8
  var version = "1.0.2"
  /// How many sub-records a segment has.
  var subRecordsPerSegment = 1_000_000
  var writesEnd = true
  private(set) var classes: [UInt64: Class] = [:]
  private var texts: [String: UInt64] = [:]
  private var records: [UInt8] = []
  private var subRecords: [[UInt8]] = []

  init(idSize: Int = 8, version: String = "1.0.2") {
    self.idSize = idSize
    self.version = version
  }

  static let sizes: [UInt8: Int] = [4: 1, 5: 2, 6: 4, 7: 8, 8: 1, 9: 2, 10: 4, 11: 8]

  static func size(of type: UInt8) -> Int { sizes[type] ?? 1 }

  func number(_ value: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }

  func id(_ id: UInt64) -> [UInt8] { number(id, idSize) }

  func bytes(of value: Value) -> [UInt8] {
    number(value.bits, value.type == 2 ? idSize : Self.size(of: value.type))
  }

  mutating func record(_ tag: UInt8, _ body: [UInt8]) {
    records += [tag] + number(0, 4) + number(UInt64(body.count), 4) + body
  }

  mutating func subRecord(_ tag: UInt8, _ body: [UInt8]) { subRecords.append([tag] + body) }

  mutating func text(_ text: String) -> UInt64 {
    if let id = texts[text] { return id }
    let new = UInt64(0x10_0000 + texts.count)
    texts[text] = new
    record(0x01, id(new) + Array(text.utf8))
    return new
  }

  mutating func load(_ name: String, _ object: UInt64, serial: UInt64 = 0) {
    let name = text(name)
    record(0x02, number(serial, 4) + id(object) + number(0, 4) + id(name))
  }

  @discardableResult
  mutating func addClass(
    _ name: String, id object: UInt64, superclass: UInt64 = 0, loader: UInt64 = 0,
    signers: UInt64 = 0, domain: UInt64 = 0, constants: [(Int, Value)] = [],
    statics: [(String, Value)] = [], fields: [(String, UInt8)] = [], isLoaded: Bool = true
  ) -> UInt64 {
    if isLoaded { load(name, object) }
    classes[object] = Class(
      id: object, name: name, superclass: superclass, fields: fields.map { ($0.0, $0.1) })
    var body = id(object) + number(0, 4) + id(superclass) + id(loader) + id(signers) + id(domain)
    body += id(0) + id(0) + number(0, 4)
    body += number(UInt64(constants.count), 2)
    for (index, value) in constants {
      body += number(UInt64(index), 2) + [value.type] + bytes(of: value)
    }
    body += number(UInt64(statics.count), 2)
    for (name, value) in statics { body += id(text(name)) + [value.type] + bytes(of: value) }
    body += number(UInt64(fields.count), 2)
    for (name, type) in fields { body += id(text(name)) + [type] }
    subRecord(0x20, body)
    return object
  }

  /// The names and types of an instance's fields: the class's own, then its superclasses'.
  func layout(of type: UInt64) -> [(declaring: String, name: String, type: UInt8)] {
    var found: [(declaring: String, name: String, type: UInt8)] = []
    var next = classes[type]
    while let item = next {
      found += item.fields.map { (item.name, $0.name, $0.type) }
      next = classes[item.superclass]
    }
    return found
  }

  /// An instance whose fields have `values` by name, and zeros.
  @discardableResult
  mutating func addInstance(
    of type: UInt64, id object: UInt64, _ values: [String: Value] = [:]
  ) -> UInt64 {
    let data = layout(of: type).flatMap { field in
      bytes(of: values[field.name] ?? Value(type: field.type, bits: 0))
    }
    return addInstance(of: type, id: object, data: data)
  }

  @discardableResult
  mutating func addInstance(of type: UInt64, id object: UInt64, data: [UInt8]) -> UInt64 {
    subRecord(
      0x21, id(object) + number(0, 4) + id(type) + number(UInt64(data.count), 4) + data)
    return object
  }

  @discardableResult
  mutating func addArray(of type: UInt64, id object: UInt64, _ elements: [UInt64]) -> UInt64 {
    subRecord(
      0x22,
      id(object) + number(0, 4) + number(UInt64(elements.count), 4) + id(type)
        + elements.flatMap { id($0) })
    return object
  }

  @discardableResult
  mutating func addPrimitives(_ type: UInt8, id object: UInt64, _ data: [UInt8]) -> UInt64 {
    let count = UInt64(data.count / Self.size(of: type))
    subRecord(0x23, id(object) + number(0, 4) + number(count, 4) + [type] + data)
    return object
  }

  mutating func addRoot(_ tag: UInt8, _ object: UInt64, _ tail: [UInt8] = []) {
    subRecord(tag, id(object) + tail)
  }

  /// The whole file.
  func file() -> [UInt8] {
    var file =
      Array("JAVA PROFILE \(version)".utf8) + [0] + number(UInt64(idSize), 4) + number(0, 8)
    file += records
    let tag: UInt8 = version == "1.0.1" ? 0x0c : 0x1c
    var start = 0
    repeat {
      let end = min(
        subRecords.count, start + (tag == 0x0c ? subRecords.count : subRecordsPerSegment))
      let body = Array(subRecords[start..<end].joined())
      file += [tag] + number(0, 4) + number(UInt64(body.count), 4) + body
      start = max(end, start + 1)
    } while start < subRecords.count
    if tag == 0x1c, writesEnd { file += [0x2c] + number(0, 8) }
    return file
  }
}

/// The classes that every Java program has.
extension HPROFWriter {
  static let object: UInt64 = 0x8000
  static let string: UInt64 = 0x8100
  static let thread: UInt64 = 0x8200
  static let classClass: UInt64 = 0x8300

  mutating func addJava() {
    addClass("java/lang/Object", id: Self.object)
    addClass(
      "java/lang/String", id: Self.string, superclass: Self.object,
      fields: [("value", 2), ("coder", 8)])
    addClass("java/lang/Thread", id: Self.thread, superclass: Self.object, fields: [("name", 2)])
  }

  /// A string of Latin-1 characters, and the array behind it at the next 16 bytes.
  @discardableResult
  mutating func addString(_ text: String, id object: UInt64) -> UInt64 {
    addPrimitives(8, id: object + 16, text.unicodeScalars.map { UInt8($0.value) })
    return addInstance(
      of: Self.string, id: object,
      ["value": .object(object + 16), "coder": Value(type: 8, bits: 0)])
  }
}
