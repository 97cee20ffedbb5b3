/// The Swift objects of a heap, with their types and retain counts.
///
/// A node is a chunk of the heap, by its number in address order; tasks within the frames of other tasks follow.
@safe
struct HeapObjects {
  /// The layout of each node; below 0 if it is not a Swift object, see ``raw`` and ``ignored``.
  private(set) var layouts: PageArray<Int32>
  /// The strong retain count of each node; 0 for a deinitialized object, and for C memory other than blocks.
  private(set) var retainCounts: PageArray<Int32>
  /// The first word of blocks, which have their own retain counts, or 0.
  private let blockClass: UInt
  /// The number of Swift objects.
  private(set) var objectCount = 0

  /// C memory, whose words may be references.
  static let raw: Int32 = -1
  /// Memory of the runtime that refers to objects without keeping them: side tables of weak references.
  static let ignored: Int32 = -2
  /// The retain count of objects that are never freed.
  static let immortal = Int32.max

  /// Finds the objects in `chunks`.
  ///
  /// - Complexity: O(chunks).
  init(in chunks: ChunkTable, image: MemoryImage, types: TypeTable, pages: Pages) {
    layouts = PageArray(in: pages, count: chunks.count)
    retainCounts = PageArray(in: pages, count: chunks.count)
    blockClass = HostCheck.symbol("_NSConcreteMallocBlock") ?? 0
    var metadataNumbers = AddressMap(in: pages)
    var node = 0
    while node < chunks.count {
      if layouts[node] != Self.ignored {
        classify(node, chunks, image, types, &metadataNumbers)
      }
      node &+= 1
    }
  }

  /// Classifies a node; `metadataNumbers` caches the meaning of chunks' first words.
  private mutating func classify(
    _ node: Int, _ chunks: ChunkTable, _ image: MemoryImage, _ types: TypeTable,
    _ metadataNumbers: inout AddressMap
  ) {
    let words = unsafe chunks.words(of: Int32(node))
    let metadata = unsafe words[0]
    let size = chunks.usableSize(of: Int32(node))
    layouts[node] = Self.raw
    if blockClass != 0, metadata == blockClass, size >= 32 {
      retainCounts[node] = Int32(unsafe words[1] >> 1 & 0x7fff)
      return
    }
    guard metadata > 4096, metadata & 7 == 0, metadata >> 48 == 0 else { return }
    var number = metadataNumbers[metadata]
    if number == nil {
      let found = types.layout(of: metadata, in: image)
      // An object under construction holds outdated words; that is certain for those of a running capture.
      number = found >= 0 && types.layouts[Int(found)].isOwn ? Self.ignored : found
      metadataNumbers.insert(number ?? Self.raw, for: metadata)
    }
    if number == Self.ignored { layouts[node] = Self.ignored }
    guard let number, number >= 0 else { return }
    guard let count = RetainCount.read(unsafe words[1], chunks, image) else { return }
    if count.sideTable >= 0 { layouts[Int(count.sideTable)] = Self.ignored }
    layouts[node] = number
    retainCounts[node] = count.strong
    objectCount += 1
  }

  /// Whether a node is a live Swift object.
  func isObject(_ node: Int32) -> Bool {
    layouts[Int(node)] >= 0 && retainCounts[Int(node)] != 0
  }

  /// Whether a node is C memory.
  func isLibrary(_ node: Int32) -> Bool { layouts[Int(node)] == Self.raw }

  /// Adds an object within other memory, and returns its node.
  mutating func append(layout: Int32) -> Int32 {
    layouts.append(layout)
    retainCounts.append(1)
    return Int32(layouts.count - 1)
  }

  /// Marks a node as the runtime's own memory.
  func ignore(_ node: Int32) { layouts[Int(node)] = Self.ignored }
}

/// The strong retain count within the second word of an object.
///
/// Source: Swift's `stdlib/public/SwiftShims/swift/shims/RefCount.h`.
struct RetainCount {
  /// The number of retains.
  let strong: Int32
  /// The node of the side table that holds the counts, or -1.
  var sideTable: Int32 = -1

  /// Reads the second word of an object; `nil` if it is not a count.
  // A function rather than an initializer, which would copy the image for every object.
  static func read(_ word: UInt, _ chunks: ChunkTable, _ image: MemoryImage) -> RetainCount? {
    guard let table = sideTable(of: word) else {
      return inline(word).map { RetainCount(strong: $0) }
    }
    let node = chunks.chunk(at: table)
    guard node >= 0, let count = count(inSideTable: table, reading: { image.word(at: $0) })
    else { return nil }
    return RetainCount(strong: count, sideTable: node)
  }

  /// The strong retain count in the second word of an object, or `nil` if it is not a count; `word` reads the object's
  /// memory.
  static func strong(of word: UInt, at address: UInt, reading: (UInt) -> UInt?) -> Int32? {
    guard let table = sideTable(of: word) else { return inline(word) }
    return reading(table) == address ? count(inSideTable: table, reading: reading) : nil
  }

  /// The object of a side table, or `nil` if the object does not name the table.
  ///
  /// A table outlives its object as long as a weak reference names it; its first word is then the address of memory
  /// that may have another owner by now.
  static func object(ofSideTable table: UInt, in image: MemoryImage) -> UInt? {
    guard let object = image.word(at: table), object & 15 == 0, object < UInt.max - 16,
      let counts = image.word(at: object &+ SwiftRuntimeLayout.Object.counts),
      sideTable(of: counts) == table
    else { return nil }
    return object
  }

  /// The side table that has the counts, because of a weak reference or an overflow.
  private static func sideTable(of word: UInt) -> UInt? {
    word >> 62 == 3 ? (word & (1 << 62 - 1)) << 3 : nil
  }

  private static func count(inSideTable table: UInt, reading: (UInt) -> UInt?) -> Int32? {
    reading(table &+ SwiftRuntimeLayout.SideTable.counts).flatMap { inline($0 & ~(1 << 63)) }
  }

  private static func inline(_ bits: UInt) -> Int32? {
    if bits & 0xffff_ffff == 0xffff_ffff { return HeapObjects.immortal }
    guard bits >> 1 & 0x7fff_ffff != 0, bits >> 63 == 0 else { return nil }
    let isDeinitialised = bits >> 32 & 1 != 0
    return isDeinitialised ? 0 : Int32(bits >> 33 & 0x3fff_ffff) + 1
  }
}
