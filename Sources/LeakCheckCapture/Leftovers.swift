/// What is left since a mark: which objects should be gone, and why.
struct Leftovers {
  /// The objects that should be gone, with the reasons.
  private(set) var expected: [Int32: String] = [:]
  /// Whether waiting cannot change the verdict: nothing that runs by itself holds any of them.
  private(set) var isSettled = true
  private let heap: HeapCapture
  private lazy var symbols = Symbolizer()
  private let mark: HeapMark

  private static let reason = "left behind"

  /// What is left in `heap` since `mark`, less what `kept` objects hold and what has an allowed type.
  init(
    in heap: HeapCapture, since mark: HeapMark, keeping kept: [Int32], allowing allowed: Set<String>
  ) {
    self.heap = heap
    self.mark = mark
    let keptNodes = Self.reached(from: kept, in: heap)
    for node in 0..<Int32(heap.nodeCount) where heap.isObject(node) {
      guard let layout = heap.layout(of: node),
        Self.isApp(layout, heap.image, programFile: heap.programFile)
      else { continue }
      if !heap.judgement.isReached[Int(node)] {
        if mark.hasChanged(node, in: heap) { expected[node] = Self.reason }
      } else if layout.shape == .instance, !keptNodes.contains(node), mark.isNew(node, in: heap) {
        addHeld(node, layout, allowed)
      }
    }
  }

  /// Whether there may be anything: an object of the program's that is new, or has been retained or released.
  ///
  /// Asked before anybody finds out what holds whom; mostly there is none.
  static func mayExist(in contents: borrowing HeapContents, since mark: HeapMark) -> Bool {
    let (chunks, objects) = (contents.moment.chunks, contents.objects)
    let layouts = contents.support.types.layouts
    // 1 for the program's, -1 for others, 0 for what was not asked yet.
    var isApp = [Int8](repeating: 0, count: layouts.count)
    var node = 0
    while node < chunks.count {
      let (number, count) = (Int(objects.layouts[node]), objects.retainCounts[node])
      if number >= 0, count != 0 {
        if isApp[number] == 0 { isApp[number] = Self.isApp(layouts[number], contents) ? 1 : -1 }
        let address = chunks.addresses[node]
        if isApp[number] > 0, mark.retainCountThen(of: layouts[number], at: address) != count {
          return true
        }
      }
      node &+= 1
    }
    return false
  }

  private static func isApp(_ layout: TypeLayout, _ contents: borrowing HeapContents) -> Bool {
    isApp(layout, contents.moment.image, programFile: contents.support.programFile)
  }

  /// Whether an object is the program's: of a class of its modules, or a closure of its file.
  private static func isApp(
    _ layout: TypeLayout, _ image: MemoryImage, programFile: String?
  ) -> Bool {
    switch layout.shape {
    case .instance: ModuleOwner.isApp(layout.type.declaration?.module ?? "")
    case .context: image.file(of: layout.type.address) == programFile
    case .array, .dictionary, .set, .box, .error, .task: false
    }
  }

  /// Adds a new object of the app's that something reaches.
  private mutating func addHeld(_ node: Int32, _ layout: TypeLayout, _ allowed: Set<String>) {
    let text = TypeText(layout)
    guard isHeldByOthers(node), !isSingleton(node) else { return }
    let names = [text.name, "\(text.module).\(text.name)"]
    guard !names.contains(where: allowed.contains) else { return }
    expected[node] = Self.reason
    if mayGoByItself(node) { isSettled = false }
  }

  /// The nodes from a root to `node`, the root last.
  private func way(to node: Int32) -> [Int32] {
    var way = [node]
    while heap.judgement.cameFrom[Int(way[way.count - 1])] > 0 {
      way.append(heap.judgement.cameFrom[Int(way[way.count - 1])] - 1)
    }
    return way
  }

  /// Whether something is known to hold an object that is not merely a local variable somewhere.
  ///
  /// Tests that run at the same time have locals as well: what only a local or a running test holds is not
  /// this test's to explain.
  private func isHeldByOthers(_ node: Int32) -> Bool {
    let root = way(to: node).last ?? node
    if heap.tasks.isActive(root) { return mark.isNew(root, in: heap) && !heap.isTestTask(root) }
    guard heap.judgement.isHeldOutside[Int(root)], let layout = heap.layout(of: root) else {
      return true
    }
    return root != node && !mark.isNew(root, in: heap) || TypeText(layout).name == "Thread"
  }

  /// Whether a global variable that cannot be `nil` holds an object.
  ///
  /// It was made when it was first used, and stays by design. What it holds may be left behind all the same.
  private mutating func isSingleton(_ node: Int32) -> Bool {
    guard heap.judgement.cameFrom[Int(node)] == 0, heap.roots.globals[Int(node)] > 0 else {
      return false
    }
    let addresses = (0..<heap.roots.words.count).map { heap.roots.words[$0] }
      .filter { $0.isGlobal && $0.node == node }.map(\.address)
    symbols.load(addresses)
    return addresses.contains { address in
      // Mangled: the variable's type, `Sg` where it is optional, and `vp`.
      guard let symbol = symbols.name(of: address), symbol.kind == .variable else { return false }
      return !symbol.mangled.contains("Sgvp")
    }
  }

  /// Whether a queue or a task holds an object, which may let go of it at any time.
  private func mayGoByItself(_ node: Int32) -> Bool {
    way(to: node).contains { heap.isLibrary($0) || heap.layout(of: $0)?.shape == .task }
  }

  private static func reached(from nodes: [Int32], in heap: HeapCapture) -> Set<Int32> {
    var reached = Set(nodes)
    var queue = nodes
    while let node = queue.popLast() {
      for index in Int(
        heap.references.starts[Int(node)])..<Int(heap.references.starts[Int(node) + 1])
      {
        let target = heap.references.targets[index]
        let vertex = Int32(target & ~ReferenceTable.guess)
        guard target & ReferenceTable.guess == 0 || heap.acceptsGuess(vertex, from: node)
        else { continue }
        if reached.insert(vertex).inserted { queue.append(vertex) }
      }
    }
    return reached
  }
}
