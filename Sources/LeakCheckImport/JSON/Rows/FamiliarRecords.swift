import LeakCheckGraph
import LeakCheckText

extension JSONGraphParser {
  /// Passes the objects from here on that are written like earlier ones, up to one that is not.
  ///
  /// What an object is refused for is left to the general parser, so it is never passed here.
  mutating func passFamiliarObjects() {
    let (bytes, spelling) = (scanner.bytes, objectSpelling)
    var position = scanner.position
    let start = objectCount
    let end = secondThread?.offset ?? .max
    spelling.withView { spelling in
      unsafe bytes.withBytes(in: 0..<bytes.count) { bytes in
        while position < end, objectCount < Int32.max,
          let next = unsafe passFamiliarObject(at: position, of: bytes, spelling)
        {
          position = next
          if objects.isFull {
            scanner.position = position
            flushObjects()
          }
        }
      }
    }
    scanner.position = position
    familiarCount += objectCount - start
  }

  /// Passes one object and gives the offset behind it, or `nil` when it is not written like earlier ones.
  @inline(__always)
  private mutating func passFamiliarObject(
    at position: Int, of bytes: UnsafeRawBufferPointer, _ spelling: borrowing SpellingView
  ) -> Int? {
    guard let start = bytes.baseAddress,
      var cursor = unsafe RecordCursor(bytes, at: position),
      var gap = cursor.passGap(after: JSONSpelling.opening, of: spelling)
    else { return nil }
    var object = FamiliarObject(kind: objectKind)
    while gap.key != JSONSpelling.closing {
      let key: UInt32 = 1 &<< UInt32(gap.key)
      guard object.seen & key == 0, cursor.hasRoom,
        pass(gap, of: &object, at: &cursor), cursor.hasRoom,
        let next = cursor.passGap(after: Int(gap.key), of: spelling)
      else { return nil }
      object.seen |= key
      gap = next
    }
    guard object.isComplete else { return nil }
    objects.append(object.row)
    return unsafe cursor.offset(from: start)
  }

  /// Passes the value behind a gap.
  @inline(__always)
  private mutating func pass(
    _ gap: JSONSpelling.Gap, of object: inout FamiliarObject, at cursor: inout RecordCursor
  ) -> Bool {
    switch ObjectField(rawValue: Int(gap.key)) {
    case .id:
      guard let id = passID(gap.value, at: &cursor) else { return false }
      object.row.id = id
    case .type: return passText(into: &object.row.type, at: &cursor)
    case .kind: return passText(into: &object.row.kind, at: &cursor)
    case .size:
      guard let size = cursor.passNumber() else { return false }
      object.row.size = size
    case .name: return passText(into: &object.row.name, at: &cursor)
    case .file: return passText(into: &object.row.file, at: &cursor)
    default: return passRare(gap, of: &object, at: &cursor)
    }
    return true
  }

  /// Passes the value of a key that few objects have; a field that is not here is left to the general parser.
  @inline(never)
  private mutating func passRare(
    _ gap: JSONSpelling.Gap, of object: inout FamiliarObject, at cursor: inout RecordCursor
  ) -> Bool {
    switch ObjectField(rawValue: Int(gap.key)) {
    case .line:
      guard let line = cursor.passNumber(), let value = Int32(exactly: line), value > 0 else {
        return false
      }
      object.row.line = value
      return true
    case .retainCount:
      guard let count = cursor.passNumber(), let value = Int32(exactly: count) else {
        return false
      }
      object.row.retainCount = value
      object.row.marks.insert(.hasRetainCount)
      return true
    case .root:
      object.row.marks.insert(.root)
      return gap.value == .truth
        ? cursor.passTrue() : passText(into: &object.row.rootReason, at: &cursor)
    case .owner: return passMarks(FamiliarObject.owners, of: &object, at: &cursor)
    case .expect: return passMarks(FamiliarObject.fates, of: &object, at: &cursor)
    case .because: return passText(into: &object.row.expectationReason, at: &cursor)
    default: return false
    }
  }

  /// Passes one of a few words and adds the marks that it stands for.
  private mutating func passMarks(
    _ words: FamiliarObject.MarkWords, of object: inout FamiliarObject,
    at cursor: inout RecordCursor
  ) -> Bool {
    guard let index = cursor.passText()?.index(in: words.words) else { return false }
    object.row.marks.formUnion(words.marks[index])
    return true
  }

  /// Passes an id.
  @inline(__always)
  mutating func passID(
    _ value: JSONSpelling.Value, at cursor: inout RecordCursor
  ) -> PackedID? {
    if value == .number {
      return cursor.passNumber().map { PackedID(value: $0, isText: false) }
    }
    guard let text = cursor.passText(), text.isASCII || isUTF8(text) else { return nil }
    let index = unsafe columns.objectIDs.texts.intern(text.bytes)
    return PackedID(value: Int64(index), isText: true)
  }

  /// Passes a text and sets `index` to its place among the strings of the graph.
  @inline(__always)
  mutating func passText(into index: inout Int32, at cursor: inout RecordCursor) -> Bool {
    guard let text = cursor.passText() else { return false }
    if let known = texts.index(of: text) {
      index = known
      return true
    }
    guard let new = internNew(text) else { return false }
    index = new
    return true
  }

  /// The index of a text that the cache does not have; `nil` for one that is no UTF-8.
  @inline(never)
  private mutating func internNew(_ text: ScannedText) -> Int32? {
    guard text.isASCII || isUTF8(text) else { return nil }
    let index = unsafe columns.strings.intern(text.bytes)
    texts.keep(text, as: index)
    return index
  }

  @inline(never)
  private func isUTF8(_ text: ScannedText) -> Bool {
    let start = unsafe scanner.bytes.offset(of: text.start)
    return scanner.isUTF8(start..<start + text.length)
  }
}

/// An object whose members are read by a known spelling.
private struct FamiliarObject {
  /// The words of a closed set, and the marks that each stands for.
  typealias MarkWords = (words: ShortWords, marks: [ObjectMarks])

  static let owners: MarkWords = (
    ShortWords(GraphWords.owner.names), GraphWords.owner.words.map { ObjectMarks(of: $0) }
  )
  static let fates: MarkWords = (
    ShortWords(GraphWords.fate.names), GraphWords.fate.words.map { ObjectMarks(of: $0) }
  )

  var row: ObjectRow
  /// One bit for each key.
  var seen: UInt32 = 0

  @inline(__always)
  init(kind: Int32) { row = ObjectRow(id: PackedID(value: 0, isText: false), type: 0, kind: kind) }

  /// Whether all keys are there that must be.
  @inline(__always) var isComplete: Bool {
    has(.id) && has(.type) && (!has(.because) || has(.expect))
  }

  @inline(__always)
  private func has(_ field: ObjectField) -> Bool { seen &>> UInt32(field.rawValue) & 1 != 0 }
}

extension JSONGraphParser {
  /// Passes the references from here on that are written like earlier ones, up to one that is not.
  ///
  /// What a reference is refused for is left to the general parser, so it is never passed here.
  mutating func passFamiliarReferences() {
    let (bytes, spelling) = (scanner.bytes, referenceSpelling)
    var position = scanner.position
    let start = referenceCount
    let end = secondThread?.offset ?? .max
    spelling.withView { spelling in
      unsafe bytes.withBytes(in: 0..<bytes.count) { bytes in
        while position < end, referenceCount < Int32.max,
          let next = unsafe passFamiliarReference(at: position, of: bytes, spelling)
        {
          position = next
          if references.isFull {
            scanner.position = position
            flushReferences()
          }
        }
      }
    }
    scanner.position = position
    familiarCount += referenceCount - start
  }

  /// Passes one reference and gives the offset behind it, or `nil` when it is not written like earlier
  /// ones.
  @inline(__always)
  private mutating func passFamiliarReference(
    at position: Int, of bytes: UnsafeRawBufferPointer, _ spelling: borrowing SpellingView
  ) -> Int? {
    guard let start = bytes.baseAddress,
      var cursor = unsafe RecordCursor(bytes, at: position),
      var gap = cursor.passGap(after: JSONSpelling.opening, of: spelling)
    else { return nil }
    var reference = FamiliarReference()
    while gap.key != JSONSpelling.closing {
      let key: UInt32 = 1 &<< UInt32(gap.key)
      guard reference.seen & key == 0, cursor.hasRoom,
        pass(gap, of: &reference, at: &cursor), cursor.hasRoom,
        let next = cursor.passGap(after: Int(gap.key), of: spelling)
      else { return nil }
      reference.seen |= key
      gap = next
    }
    guard reference.isComplete else { return nil }
    references.append(
      from: reference.from, to: reference.to, name: reference.name, marks: reference.marks)
    return unsafe cursor.offset(from: start)
  }

  /// Passes the value behind a gap; a field that is not here is left to the general parser.
  @inline(__always)
  private mutating func pass(
    _ gap: JSONSpelling.Gap, of reference: inout FamiliarReference, at cursor: inout RecordCursor
  ) -> Bool {
    switch Int(gap.key) {
    case FamiliarReference.from:
      guard let id = passID(gap.value, at: &cursor) else { return false }
      reference.from = id
      return true
    case FamiliarReference.to:
      guard let id = passID(gap.value, at: &cursor) else { return false }
      reference.to = id
      return true
    case FamiliarReference.name: return passText(into: &reference.name, at: &cursor)
    case FamiliarReference.strength:
      guard let word = cursor.passText()?.index(in: FamiliarReference.strengths) else {
        return false
      }
      reference.strength = UInt8(truncatingIfNeeded: word)
      return true
    case FamiliarReference.kind:
      guard let word = cursor.passText()?.index(in: FamiliarReference.kinds) else { return false }
      reference.kind = UInt8(truncatingIfNeeded: word)
      return true
    default: return false
    }
  }
}

/// A reference whose members are read by a known spelling.
private struct FamiliarReference {
  // The raw values of `ReferenceField`. That is of another module: asked for a case, it is called for each value.
  static let from = 0
  static let to = 1
  static let name = 2
  static let strength = 3
  static let kind = 4

  static let strengths = ShortWords(GraphWords.strength.names)
  static let kinds = ShortWords(GraphWords.referenceKind.names)

  var from = PackedID(value: 0, isText: false)
  var to = PackedID(value: 0, isText: false)
  var name: Int32 = 0
  var strength: UInt8 = 0
  var kind: UInt8 = 0
  /// One bit for each key.
  var seen: UInt32 = 0

  /// Whether both ids are there.
  @inline(__always) var isComplete: Bool { seen & Self.ends == Self.ends }

  private static let ends: UInt32 = 1 << from | 1 << to

  @inline(__always) var marks: ReferenceMarks {
    ReferenceMarks(strengthCode: strength, kindCode: kind)
  }
}
