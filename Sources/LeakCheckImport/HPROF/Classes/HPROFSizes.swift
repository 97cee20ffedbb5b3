/// The sizes of objects in the VM, which a dump does not contain.
///
/// The instance size of a class record is the length of the fields in the dump, with ids as wide as the
/// dump has them: neither headers nor narrow references nor alignment. The sizes here are Eclipse MAT's
/// (`HprofParserHandlerImpl`): a header of a mark word and a class pointer, a class's fields behind its
/// superclass's and padded to a reference, objects padded to 8 bytes. References are 4 bytes in a 64-bit
/// dump where some object lies inside an array that wide elements would make longer (compressed oops). So
/// are class pointers there, and also where an object lies inside an array that a wide class pointer would
/// make longer: since JDK 15 they stay compressed where references are wide, as under ZGC.
struct HPROFSizes: Equatable {
  let reference: Int
  /// The header of an instance.
  let header: Int

  static let alignment = 8

  init(idSize: Int, hasNarrowReferences: Bool, hasNarrowClassPointers: Bool) {
    reference = hasNarrowReferences ? 4 : idSize
    header = idSize + (hasNarrowReferences || hasNarrowClassPointers ? 4 : idSize)
  }

  /// The bytes of a value of a basic type.
  func size(ofType type: UInt8) -> Int {
    HPROFFormat.size(ofType: type, idSize: reference) ?? 0
  }

  /// An instance's bytes up to the end of a class's own `fields`, behind `inherited` bytes.
  func extent(of fields: [HPROFClassDump.Field], behind inherited: Int) -> Int {
    aligned(inherited + fields.reduce(0) { $0 + size(ofType: $1.type) }, to: reference)
  }

  /// The bytes of an instance whose fields end at `extent`.
  func instance(_ extent: Int) -> Int64 { Int64(aligned(extent, to: Self.alignment)) }

  func objectArray(count: Int) -> Int64 {
    Int64(aligned(header + 4 + count * reference, to: Self.alignment))
  }

  func primitiveArray(ofType type: UInt8, count: Int) -> Int64 {
    let elements = aligned(header + 4, to: reference)
    return Int64(aligned(elements + count * size(ofType: type), to: Self.alignment))
  }

  private func aligned(_ size: Int, to alignment: Int) -> Int {
    (size + alignment - 1) / alignment * alignment
  }
}
