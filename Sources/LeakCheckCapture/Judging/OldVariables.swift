/// The global variables, and the words of the capturing thread's callers, that are unchanged since a mark: they cannot
/// refer to newer objects.
///
/// A library may keep the address of memory that it has freed, and which an object has by now; so may a frame, in words
/// that it does not use any more.
struct OldVariables {
  private var reader: MarkReader
  private let objects: HeapObjects
  private let chunks: ChunkTable
  private let types: TypeTable
  private let image: MemoryImage

  init(
    since mark: HeapMark, _ objects: HeapObjects, _ chunks: ChunkTable,
    _ types: TypeTable, _ image: MemoryImage
  ) {
    reader = mark.reader
    (self.objects, self.chunks, self.types, self.image) = (objects, chunks, types, image)
  }

  /// Whether the word at `address` named the place of an object before the object was there, when no other was there: a
  /// variable may have been given a new object in the memory of the one that it had.
  ///
  /// All tasks have one type, so of their places nothing is known.
  mutating func contains(_ node: Int32, namedAt address: UInt) -> Bool {
    let number = Int(objects.layouts[Int(node)])
    guard number >= 0, types.layouts[number].shape != .task, let now = image.word(at: address),
      reader.word(at: address) == now
    else { return false }
    return !wasObject(at: chunks.addresses[Int(node)])
  }

  /// Whether there was an object of any type at `place`.
  private mutating func wasObject(at place: UInt) -> Bool {
    guard let metadata = reader.word(at: place), types.layout(of: metadata, in: image) >= 0
    else { return false }
    return reader.retainCountThen(ofType: metadata, at: place) != nil
  }
}
