/// Who refers to whom in a heap: the references that may keep objects alive, by source.
struct ReferenceTable {
  /// Where the references of each node begin; one more than nodes.
  let starts: PageArray<Int32>
  /// The target of each reference; ``guess`` is added to words of unknown type.
  private(set) var targets: PageArray<UInt32>
  /// How many strong references of known type each node has.
  let strong: PageArray<Int32>
  /// How many words of unknown type may be references to each node.
  let guessed: PageArray<Int32>

  /// Marks a target that a word of unknown type names, which keeps it only where a retain is unexplained.
  static let guess: UInt32 = 1 << 31

  /// The references of all live objects and of memory of C.
  ///
  /// - Complexity: O(bytes of what can hold references).
  init(
    of objects: HeapObjects, in chunks: ChunkTable, types: TypeTable, scan: inout ObjectScan, pages: Pages
  ) {
    starts = PageArray(in: pages, count: chunks.count + 1)
    targets = PageArray(in: pages)
    strong = PageArray(in: pages, count: chunks.count)
    guessed = PageArray(in: pages, count: chunks.count)
    let layouts = types.layouts
    var node = 0
    while node < chunks.count {
      starts[node] = Int32(targets.count)
      let layout = objects.layouts[node]
      let words = unsafe chunks.words(of: Int32(node))
      let size = chunks.usableSize(of: Int32(node))
      if layout == HeapObjects.raw {
        unsafe scan.readRaw(words, usableSize: size)
        add(scan.found, chunks, objects)
      } else if layout >= 0, objects.retainCounts[node] != 0 {
        unsafe scan.read(layouts[Int(layout)], at: words, usableSize: size)
        add(scan.found, chunks, objects)
      }
      node &+= 1
    }
    starts[chunks.count] = Int32(targets.count)
  }

  /// Adds what was found in one node.
  private mutating func add(
    _ found: PageArray<FoundReference>, _ chunks: ChunkTable, _ objects: HeapObjects
  ) {
    var index = 0
    while index < found.count {
      let reference = found[index]
      index &+= 1
      switch reference.operation {
      case .strong, .bridge, .function, .existential, .error, .choice:
        let target = Int(chunks.chunk(at: reference.target))
        guard target >= 0 else { continue }
        targets.append(UInt32(target))
        strong[target] += 1
      case .words, .pointer:
        addGuess(reference.target, chunks, objects)
      case .continuation:
        let target = chunks.chunk(at: reference.target)
        if target >= 0 { targets.append(UInt32(target)) }
      case .weak:
        // The runtime's table of a weak reference names the object, and must not look like its holder.
        let table = chunks.chunk(at: reference.target)
        if table >= 0, objects.layouts[Int(table)] == HeapObjects.raw { objects.ignore(table) }
      case .unowned: break
      }
    }
  }

  private mutating func addGuess(
    _ address: UInt, _ chunks: ChunkTable, _ objects: HeapObjects
  ) {
    var target = Int(chunks.chunk(at: address))
    if target < 0 {
      // Memory of C is kept by a pointer into its middle as well.
      target = Int(chunks.chunk(containing: address))
      guard target >= 0, objects.layouts[target] == HeapObjects.raw else { return }
    }
    guard objects.layouts[target] != HeapObjects.ignored else { return }
    targets.append(UInt32(target) | Self.guess)
    guessed[target] += 1
  }
}
