/// Memory from which the runtime cuts metadata of generic types: it refers to no objects.
///
/// The blocks have 16 KiB; the end of a block may contain outdated words. A block is identified by metadata in it, or
/// by the program's metadata caches, which name places within it. Source: `MetadataAllocator` in Swift's
/// `stdlib/public/runtime/Metadata.cpp`.
enum MetadataPools {
  private static let usableSize = (16 << 10) + 8

  /// Excludes such memory from what may hold references.
  ///
  /// - Complexity: O(types + nodes).
  static func ignore(
    in objects: HeapObjects, chunks: ChunkTable, types: TypeTable, roots: RootWords
  ) {
    let layouts = types.layouts
    for index in 0..<layouts.count { ignore(layouts[index].type, objects, chunks) }
    let values = types.values
    for index in 0..<values.count { ignore(values[index].type, objects, chunks) }
    var node = 0
    while node < chunks.count {
      if roots.inner[node] >= 2, objects.layouts[node] == HeapObjects.raw,
        chunks.usableSize(of: Int32(node)) == usableSize
      {
        objects.ignore(Int32(node))
      }
      node &+= 1
    }
  }

  private static func ignore(_ type: Metadata, _ objects: HeapObjects, _ chunks: ChunkTable) {
    let node = chunks.chunk(containing: type.address)
    guard node >= 0, objects.layouts[Int(node)] == HeapObjects.raw else { return }
    objects.ignore(node)
  }
}
