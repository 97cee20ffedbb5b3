import LeakCheckGraph
import LeakCheckText

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
    switch ReferenceField(rawValue: Int(gap.key)) {
    case .from:
      guard let id = passID(gap.value, at: &cursor) else { return false }
      reference.from = id
      return true
    case .to:
      guard let id = passID(gap.value, at: &cursor) else { return false }
      reference.to = id
      return true
    case .name: return passText(into: &reference.name, at: &cursor)
    case .strength:
      guard let word = cursor.passText()?.index(in: FamiliarReference.strengths) else {
        return false
      }
      reference.strength = UInt8(truncatingIfNeeded: word)
      return true
    case .kind:
      guard let word = cursor.passText()?.index(in: FamiliarReference.kinds) else { return false }
      reference.kind = UInt8(truncatingIfNeeded: word)
      return true
    default: return false
    }
  }
}

/// A reference whose members are read by their spelling.
private struct FamiliarReference {
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
  @inline(__always) var isComplete: Bool { has(.from) && has(.to) }

  @inline(__always)
  private func has(_ field: ReferenceField) -> Bool { seen &>> UInt32(field.rawValue) & 1 != 0 }

  @inline(__always) var marks: ReferenceMarks {
    ReferenceMarks(strengthCode: strength, kindCode: kind)
  }
}
