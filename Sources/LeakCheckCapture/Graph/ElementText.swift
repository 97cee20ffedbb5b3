/// The name of a collection's element: `[3]`, `["poll"]`.
@safe
struct ElementText {
  private let image: MemoryImage
  private let types: TypeTable

  init(image: MemoryImage, types: TypeTable) {
    self.image = image
    self.types = types
  }

  /// The name of the element at a position of the collection whose memory begins at `words`.
  ///
  /// A position in a dictionary is a meaningless bucket: its key is used if it is a text or a number.
  func text(
    of position: Int32, in layout: TypeLayout, at words: UnsafeMutablePointer<UInt>, usableSize: Int
  ) -> String {
    guard layout.shape == .dictionary, layout.key >= 0 else {
      return layout.shape == .array ? "[\(position)]" : "[]"
    }
    let key = types.values[Int(layout.key)]
    let place = BucketTable.Place(layout.shape, alignmentMask: Int(key.alignmentMask))
    let base = UnsafeMutableRawPointer(words)
    guard let buckets = unsafe BucketTable(place, at: base, usableSize: usableSize) else {
      return "[]"
    }
    let offset = buckets.keys + Int(position) * Int(key.stride)
    guard offset >= 0, offset + Int(key.size) <= usableSize else { return "[]" }
    let value = unsafe base + offset
    if key.type.type == Int.self { return "[\(unsafe value.load(as: Int.self))]" }
    let isErased = unsafe isTextInAnyHashable(value, of: key)
    guard isErased || key.type.type == String.self else { return "[]" }
    let text = unsafe string(
      value.load(as: UInt64.self), value.load(fromByteOffset: 8, as: UInt64.self))
    return text.map { "[\"\($0)\"]" } ?? "[]"
  }

  /// Whether a key is a text in `AnyHashable` that is stored inline.
  private func isTextInAnyHashable(_ value: UnsafeMutableRawPointer, of key: ValueLayout) -> Bool {
    guard key.type.type == AnyHashable.self else { return false }
    let box = unsafe value.load(fromByteOffset: 24, as: UInt.self)
    guard MetadataProbe(image: image).isType(box) else { return false }
    return _typeName(Metadata(address: box).type) == "Swift._ConcreteHashableBox<Swift.String>"
  }

  /// The text of a string, from its two words, or `nil` if its characters were not copied.
  ///
  /// Source: Swift's `stdlib/public/core/StringObject.swift`.
  private func string(_ first: UInt64, _ second: UInt64) -> String? {
    let longest = 40
    if second >> 61 & 1 != 0 {
      // Up to 15 bytes are in the words themselves.
      let count = min(Int(second >> 56 & 0xf), 15)
      return String(
        decoding: (0..<count).map { index in
          UInt8(truncatingIfNeeded: (index < 8 ? first : second) >> UInt64(index % 8 * 8))
        }, as: UTF8.self)
    }
    let count = Int(first & 0xffff_ffff_ffff)
    // The characters follow a header of 32 bytes, in the heap or in the program's constants.
    let start = UInt(second & 0x0fff_ffff_ffff_ffff) &+ 32
    let shown = min(count, longest)
    guard shown > 0, let bytes = unsafe image.readable(start, count: shown) else { return nil }
    let text = unsafe String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: shown), as: UTF8.self)
    return count > shown ? text + "…" : text
  }
}
