import LeakCheckText

/// The sub-record of one class: its relations, static fields and instance layout.
struct HPROFClassDump: Sendable {
  /// A field: the text with its name, its basic type, and where its value is.
  struct Field: Sendable {
    var name: UInt64
    var type: UInt8
    /// The offset in the file of a static field; for one of instances, from the start of the class's part.
    var offset: Int
  }

  /// Where the sub-record begins.
  var offset: Int
  var id: UInt64 = 0
  var superclass: UInt64 = 0
  /// The class loader, the signers and the protection domain, each an id or 0.
  var loader: UInt64 = 0
  var signers: UInt64 = 0
  var protectionDomain: UInt64 = 0
  /// Entries of the constant pool that are references: their index, and where the id is.
  var constants: [(index: Int, offset: Int)] = []
  var statics: [Field] = []
  var fields: [Field] = []
  /// The bytes that the class's own fields take in an instance's sub-record.
  var ownLength = 0

  /// Reads the class whose sub-record begins at `offset`, which a scan has found to be whole.
  init(at offset: Int, in bytes: HPROFBytes) throws(InputFailure) {
    self.offset = offset
    var cursor = HPROFCursor(bytes, (offset + 1)..<bytes.count, what: "class")
    try read(&cursor)
  }

  private mutating func read(_ cursor: inout HPROFCursor) throws(InputFailure) {
    id = try cursor.id()
    try cursor.skip(4)
    superclass = try cursor.id()
    loader = try cursor.id()
    signers = try cursor.id()
    protectionDomain = try cursor.id()
    try cursor.skip(2 * cursor.bytes.idSize + 4)
    for _ in 0..<(try cursor.u2()) {
      let index = try cursor.u2()
      let (type, size) = try cursor.basicType()
      let value = try cursor.skip(size)
      if type == HPROFFormat.objectType { constants.append((index, value)) }
    }
    for _ in 0..<(try cursor.u2()) {
      let name = try cursor.id()
      let (type, size) = try cursor.basicType()
      statics.append(Field(name: name, type: type, offset: try cursor.skip(size)))
    }
    for _ in 0..<(try cursor.u2()) {
      let name = try cursor.id()
      let (type, size) = try cursor.basicType()
      fields.append(Field(name: name, type: type, offset: ownLength))
      ownLength += size
    }
  }

  /// Where the sub-record of a class ends, without making anything of it.
  static func end(
    of offset: Int, before limit: Int, in bytes: HPROFBytes
  ) throws(InputFailure) -> Int {
    var cursor = HPROFCursor(bytes, (offset + 1)..<limit, what: "class")
    try cursor.skip(7 * bytes.idSize + 8)
    for _ in 0..<(try cursor.u2()) {
      try cursor.skip(2)
      try cursor.skip(try cursor.basicType().size)
    }
    for _ in 0..<(try cursor.u2()) {
      try cursor.skip(bytes.idSize)
      try cursor.skip(try cursor.basicType().size)
    }
    for _ in 0..<(try cursor.u2()) {
      try cursor.skip(bytes.idSize)
      _ = try cursor.basicType()
    }
    return cursor.offset
  }
}
