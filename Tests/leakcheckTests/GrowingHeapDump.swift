/// A heap dump of as many instances as are wanted, each with one field.
struct GrowingHeapDump {
  /// How many classes the instances are of, in turn.
  var classes: Int
  var instances: Int
  /// Whether ids are multiples of the inverse of 2^64 divided by the golden ratio, and not one beside the other.
  var spreads = false

  private static let nameOfField: UInt64 = 1
  private static let nameOfClass: UInt64 = 2

  /// The file; the field of an instance leads to the one that `next` gives, and the first instance is a root.
  func bytes(leadingTo next: (Int) -> Int) -> [UInt8] {
    var file = Array("JAVA PROFILE 1.0.2\0".utf8)
    append(8, 4, to: &file)
    append(0, 8, to: &file)
    record(0x01, Self.number(Self.nameOfField, 8) + Array("next".utf8), to: &file)
    for type in 0..<classes {
      let name = Self.nameOfClass + UInt64(type)
      record(0x01, Self.number(name, 8) + Array("C\(type)".utf8), to: &file)
      let load =
        Self.number(0, 4) + Self.number(id(ofClass: type), 8) + Self.number(0, 4)
        + Self.number(name, 8)
      record(0x02, load, to: &file)
    }
    record(0x1c, segment(next), to: &file)
    record(0x2c, [], to: &file)
    return file
  }

  private func segment(_ next: (Int) -> Int) -> [UInt8] {
    var segment: [UInt8] = []
    for type in 0..<classes {
      segment.append(0x20)
      append(id(ofClass: type), 8, to: &segment)
      // A serial number, six objects that are none, a size, no constants and no statics.
      append(0, 4, to: &segment)
      for _ in 0..<6 { append(0, 8, to: &segment) }
      append(8, 4, to: &segment)
      for count: UInt64 in [0, 0, 1] { append(count, 2, to: &segment) }
      append(Self.nameOfField, 8, to: &segment)
      segment.append(2)
    }
    for instance in 0..<instances {
      segment.append(0x21)
      append(id(instance), 8, to: &segment)
      append(0, 4, to: &segment)
      append(id(ofClass: instance % classes), 8, to: &segment)
      append(8, 4, to: &segment)
      let target = next(instance)
      append(target < instances ? id(target) : 0, 8, to: &segment)
    }
    segment.append(0x05)
    append(id(0), 8, to: &segment)
    return segment
  }

  private func id(_ instance: Int) -> UInt64 {
    let number = UInt64(instance + 1)
    return spreads ? number &* 0xf1de_83e1_9937_733d : 0x1_0000_0000 + 16 * number
  }

  private func id(ofClass type: Int) -> UInt64 { 0x1000 + 16 * UInt64(type) }

  private func record(_ tag: UInt8, _ body: [UInt8], to file: inout [UInt8]) {
    file.append(tag)
    append(0, 4, to: &file)
    append(UInt64(body.count), 4, to: &file)
    file += body
  }

  private func append(_ value: UInt64, _ size: Int, to bytes: inout [UInt8]) {
    for place in (0..<size).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(place))))
    }
  }

  private static func number(_ value: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }
}
