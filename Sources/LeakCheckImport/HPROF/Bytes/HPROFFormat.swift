/// The numbers of the HPROF format.
///
/// Sources: the comments of HotSpot's `heapDumper.cpp` (OpenJDK 17) for the records of a JVM, and Android's
/// `art/runtime/hprof/hprof.cc` for the sub-records that only ART writes.
enum HPROFFormat {
  /// What a dump begins with, before the version.
  static let magic = Array("JAVA PROFILE ".utf8)
  /// 1.0.1: one heap record; 1.0.2: segments; 1.0.3: what a device writes before `hprof-conv`.
  static let versions = ["1.0.1", "1.0.2", "1.0.3"]

  /// The tags of records.
  enum Tag {
    static let string: UInt8 = 0x01
    static let loadClass: UInt8 = 0x02
    static let unloadClass: UInt8 = 0x03
    static let stackFrame: UInt8 = 0x04
    static let stackTrace: UInt8 = 0x05
    static let startThread: UInt8 = 0x0a
    static let heapDump: UInt8 = 0x0c
    static let heapDumpSegment: UInt8 = 0x1c
    static let heapDumpEnd: UInt8 = 0x2c
    /// Allocation sites, heap summary, end of a thread, CPU samples, control settings: nothing of the graph.
    static let withoutObjects: [UInt8] = [0x06, 0x07, 0x0b, 0x0d, 0x0e]
  }

  /// The tags inside a heap dump other than roots.
  enum SubTag {
    static let classDump: UInt8 = 0x20
    static let instance: UInt8 = 0x21
    static let objectArray: UInt8 = 0x22
    static let primitiveArray: UInt8 = 0x23
    static let primitiveArrayWithoutData: UInt8 = 0xc3
    static let heapInfo: UInt8 = 0xfe
    /// ART's mark of an object that nothing reaches: the opposite of a root.
    static let unreachable: UInt8 = 0x90
  }

  /// The basic type of a reference.
  static let objectType: UInt8 = 2

  /// The bytes of a value of a basic type, or `nil` for a number that is no type.
  static func size(ofType type: UInt8, idSize: Int) -> Int? {
    switch type {
    case objectType: idSize
    case 4, 8: 1
    case 5, 9: 2
    case 6, 10: 4
    case 7, 11: 8
    default: nil
    }
  }

  /// The name of a primitive type.
  static func name(ofType type: UInt8) -> String? {
    switch type {
    case 4: "boolean"
    case 5: "char"
    case 6: "float"
    case 7: "double"
    case 8: "byte"
    case 9: "short"
    case 10: "int"
    case 11: "long"
    default: nil
    }
  }

  /// The primitive types, by number.
  static let primitiveTypes: ClosedRange<UInt8> = 4...11
  static let expectedType = "a basic type: 2 or 4 to 11"
}
