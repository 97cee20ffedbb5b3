/// All objects of this process at one instant, and which of them are leaked.
package struct HeapCapture {
  /// What became of an object.
  package enum Fate: Hashable, Sendable {
    /// Nothing outside the heap keeps it: it can never be freed.
    case leaked
    /// Something outside reaches it.
    case held
    /// No live Swift object is there.
    case absent
  }

  let chunks: ChunkTable
  let objects: HeapObjects
  let judgement: HeapJudgement

  /// Captures this process now.
  package init() throws(CaptureError) {
    let types = TypeTable()
    let image = try Self.image()
    guard let layout = GlibcLayout(release: "2.36") else {
      throw CaptureError(.unknownLibrary, "")
    }
    chunks = try HeapWalk.chunks(in: image, layout: layout)
    objects = HeapObjects(in: chunks, image: image, types: types)
    var scan = ObjectScan(of: chunks, image: image, types: types)
    let references = ReferenceTable(of: objects, in: chunks, types: types, scan: &scan)
    let roots = RootWords(in: image, chunks: chunks, objects: objects)
    judgement = HeapJudgement(
      of: objects, references: references, roots: roots, tasks: TaskStates())
  }

  private static func image() throws(CaptureError) -> MemoryImage {
    if let frozen = FrozenProcess() {
      return try MemoryImage(of: frozen)
    }
    return try MemoryImage(of: ProcessMemory.own)
  }

  /// The number of Swift objects.
  package var objectCount: Int { objects.objectCount }

  /// What became of the object at `address`.
  package func fate(ofObjectAt address: UInt) -> Fate {
    let node = Int(chunks.chunk(at: address))
    guard node >= 0, objects.layouts[node] >= 0, objects.retainCounts[node] > 0 else {
      return .absent
    }
    return judgement.isReached[node] ? .held : .leaked
  }
}
