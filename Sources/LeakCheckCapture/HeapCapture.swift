import Glibc
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

  private let pages = Pages()

  /// Captures this process now.
  package init() throws(CaptureError) {
    let types = Self.types
    let image = try Self.image(to: pages)
    guard let layout = GlibcLayout(release: "2.36") else {
      throw CaptureError(.unknownLibrary, "")
    }
    chunks = try HeapWalk.chunks(in: image, layout: layout, pages: pages)
    var objects = HeapObjects(in: chunks, image: image, types: types, pages: pages)
    let tasks = TaskTable(
      in: &objects, chunks: chunks, image: image, types: types, knowsLayout: true, pages: pages)
    self.objects = objects
    var scan = ObjectScan(of: chunks, image: image, types: types, pages: pages)
    let references = ReferenceTable(of: objects, tasks: tasks, in: chunks, types: types, image: image, scan: &scan,
      pages: pages)
    let roots = RootWords(in: image, chunks: chunks, objects: objects, pages: pages)
    judgement = HeapJudgement(
      of: objects, references: references, roots: roots, tasks: tasks, pages: pages)
  }

  nonisolated(unsafe) private static let types = TypeTable()
  private static func image(to pages: Pages) throws(CaptureError) -> MemoryImage {
    if let frozen = FrozenProcess(pages: pages) {
      return try MemoryImage(of: frozen, to: pages)
    }
    return try MemoryImage(of: ProcessMemory(of: getpid(), pages: pages), to: pages)
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
