/// The global variables, and the words of the capturing thread's callers, that are unchanged since a mark: they cannot
/// refer to newer objects.
///
/// A library may keep the address of memory that it has freed, and which an object has by now; so may a frame, in words
/// that it does not use any more.
struct OldVariables {
  private var reader: MarkReader
  private let objects: HeapObjects
  private let chunks: ChunkTable
  private let layouts: PageArray<TypeLayout>
  private let image: MemoryImage

  init(
    since mark: HeapMark, _ objects: HeapObjects, _ chunks: ChunkTable,
    _ layouts: PageArray<TypeLayout>, _ image: MemoryImage
  ) {
    reader = mark.reader
    (self.objects, self.chunks, self.layouts, self.image) = (objects, chunks, layouts, image)
  }

  /// Whether the word at `address` named the place of an object before the object was there.
  ///
  /// All tasks have one type, so of their places nothing is known.
  mutating func contains(_ node: Int32, namedAt address: UInt) -> Bool {
    let number = Int(objects.layouts[Int(node)])
    guard number >= 0, layouts[number].shape != .task, let now = image.word(at: address),
      reader.word(at: address) == now
    else { return false }
    return reader.retainCountThen(
      ofType: layouts[number].type.address, at: chunks.addresses[Int(node)]) == nil
  }
}
