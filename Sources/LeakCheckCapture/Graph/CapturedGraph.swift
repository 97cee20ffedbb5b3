import LeakCheckGraph

/// Makes an object graph of a part of a capture.
///
/// Objects are numbered in the order of their addresses. A closure that captures a single object has no
/// memory of its own, so a closure is put between; what global variables hold, hangs at an object for the
/// type or module that declares them.
struct CapturedGraph {
  private let heap: HeapCapture
  private let selection: NodeSelection
  private var expansion: ObjectExpansion
  private var symbols: Symbolizer
  private var builder = ObjectGraph.Builder()
  private var links: [Link] = []
  private var partBytes: [Int32: Int64] = [:]
  /// The code of closures, by the node of their context.
  private var closureCode: [Int32: UInt] = [:]
  /// The code that a task runs, by its node.
  private var taskCode: [Int32: UInt] = [:]
  /// How many of the retains of each node are shown.
  private var shownRetains: [Int32: Int32] = [:]
  private var nextID: Int64
  /// Closures that have no memory, and globals' declarers, by what they were made for.
  private var madeObjects: [String: ObjectID] = [:]
  /// The objects that should be gone, with the reasons.
  private let expected: [Int32: String]

  /// The graph of `selection`, where the `expected` nodes should be gone.
  ///
  /// - Complexity: O(bytes of the objects + symbols of the files that name them).
  static func graph(
    of selection: NodeSelection, in heap: HeapCapture, named name: String,
    expectingGone expected: [Int32: String] = [:]
  ) -> ObjectGraph {
    var graph = CapturedGraph(heap, selection, expected)
    graph.builder.name = name
    graph.findLinks()
    graph.loadSymbols()
    for node in selection.nodes where !graph.isPart(node) { graph.addObject(node) }
    for link in graph.links { graph.addReference(link) }
    graph.addGlobals()
    return graph.built()
  }

  private init(_ heap: HeapCapture, _ selection: NodeSelection, _ expected: [Int32: String]) {
    self.heap = heap
    self.selection = selection
    self.expected = expected
    var symbols = Symbolizer()
    expansion = ObjectExpansion(
      of: heap, adapters: Self.adapters(in: selection, of: heap, symbols: &symbols))
    self.symbols = symbols
    nextID = Int64(heap.nodeCount) + 1
  }

  private consuming func built() -> ObjectGraph {
    do {
      return try builder.build()
    } catch {
      preconditionFailure("a capture names an object that it does not have: \(error)")
    }
  }

  /// The contexts of functions that only adapt another one.
  private static func adapters(
    in selection: NodeSelection, of heap: HeapCapture, symbols: inout Symbolizer
  ) -> Set<Int32> {
    var scan = heap.makeScan()
    var codes: [Int32: UInt] = [:]
    for node in selection.nodes {
      for found in heap.read(node, with: &scan) where found.operation == .function {
        let context = heap.node(at: found.target, of: .function)
        if context >= 0, heap.layout(of: context)?.shape == .context {
          codes[context] = found.code
        }
      }
    }
    symbols.load(codes.values)
    return Set(codes.filter { symbols.name(of: $0.value)?.kind == .thunk }.keys)
  }

  private func isPart(_ node: Int32) -> Bool { expected[node] == nil && expansion.isPart(node) }

  // MARK: What there is

  private mutating func findLinks() {
    let shown = selection
    for node in selection.nodes where !isPart(node) {
      let found = expansion.links(of: node) { shown.contains($0) }
      links += found.links
      partBytes[node] = found.partBytes
    }
    for link in links {
      if link.operation.isCounted { shownRetains[link.target, default: 0] += 1 }
      if link.operation == .function, heap.layout(of: link.source)?.shape == .task {
        taskCode[link.source] = link.code
      }
      guard link.operation == .function, heap.layout(of: link.target)?.shape == .context
      else { continue }
      if closureCode[link.target] == nil { closureCode[link.target] = link.code }
    }
  }

  private mutating func loadSymbols() {
    var addresses = links.compactMap { $0.code == 0 ? nil : $0.code }
    for word in shownRoots { addresses.append(word.address) }
    for node in selection.nodes where heap.layout(of: node) == nil {
      if let first = heap.image.word(at: heap.address(of: node)) { addresses.append(first) }
    }
    symbols.load(addresses)
    let adapted = links.filter { $0.operation == .function && $0.code != 0 }.map(\.code)
    symbols.loadLines(of: adapted.filter(isOfTheApp))
  }

  /// Whether a function is the program's own.
  private func isOfTheApp(_ code: UInt) -> Bool {
    symbols.name(of: code).map { ModuleOwner.isApp($0.module ?? "") } ?? false
  }

  /// The words of global variables that name what is shown.
  private var shownRoots: [RootWords.Word] {
    (0..<heap.roots.words.count).map { heap.roots.words[$0] }.filter { word in
      guard word.isGlobal, selection.contains(word.node), heap.acceptsGuess(word.node, from: -1)
      else {
        return false
      }
      // Of memory of C, the runtime's lists name a lot: the way from outside is enough.
      return heap.isObject(word.node) || heap.judgement.cameFrom[Int(word.node)] == 0
    }
  }

  // MARK: Objects

  private func id(of node: Int32) -> ObjectID { .number(Int64(node) + 1) }

  private mutating func addObject(_ node: Int32) {
    guard let layout = heap.layout(of: node) else { return addLibraryMemory(node) }
    let text = TypeText(layout)
    var object = ObjectDescription(id: id(of: node), type: text.name)
    object.kind = kind(of: node, layout, text)
    object.size = Int64(heap.byteCount(of: node)) + (partBytes[node] ?? 0)
    object.owner = ownerOf(node, layout, text)
    if object.kind == .closure { object.type = "closure" }
    if let code = closureCode[node] ?? taskCode[node] { describeCode(code, &object) }
    if let reason = expected[node] {
      object.expectation = LifetimeExpectation(.gone, because: reason)
    }
    object.root = heldOutside(node)
    if object.root == nil, hasAllHolders(node) { object.retainCount = heap.retainCount(of: node) }
    builder.add(object)
  }

  private func kind(of node: Int32, _ layout: TypeLayout, _ text: TypeText) -> ObjectKind {
    switch layout.shape {
    case .context: closureCode[node] == nil ? .box : .closure
    case .box, .error: .box
    case .task: .task
    case .array, .dictionary, .set: .collection
    case .instance:
      if text.name == "Timer" {
        .timer
      } else if layout.type.declaration?.isActor == true {
        .actor
      } else {
        .object
      }
    }
  }

  /// Whose code can change what a node holds: closures and collections are their holders'.
  private func ownerOf(_ node: Int32, _ layout: TypeLayout, _ text: TypeText) -> Owner {
    switch layout.shape {
    case .context:
      guard let code = closureCode[node], let symbol = symbols.name(of: code) else { return .app }
      return ModuleOwner.isApp(symbol.module ?? "") ? .app : .framework
    case .box, .error, .array, .dictionary, .set: return .app
    case .task: return .framework
    case .instance: return ModuleOwner.isApp(text.module) ? .app : .framework
    }
  }

  private mutating func addLibraryMemory(_ node: Int32) {
    let bytes = heap.byteCount(of: node)
    let symbol = heap.image.word(at: heap.address(of: node)).flatMap { symbols.name(of: $0) }
    var object = ObjectDescription(
      id: id(of: node), type: LibraryMemory.name(of: symbol) ?? "memory of C")
    object.size = Int64(bytes)
    object.owner = .framework
    if heap.judgement.isReached[Int(node)], wayOut(from: node) == nil {
      object.root = "a C library"
    }
    builder.add(object)
  }

  /// The Swift object that memory of C was reached from, through more of it; `nil` where that is none.
  private func wayOut(from node: Int32) -> Int32? {
    var current = node
    while heap.isLibrary(current) {
      guard heap.judgement.cameFrom[Int(current)] > 0 else { return nil }
      current = heap.judgement.cameFrom[Int(current)] - 1
    }
    return current
  }

  /// Why somebody who is not shown holds a node, or `nil` where nobody does.
  private func heldOutside(_ node: Int32) -> String? {
    let index = Int(node)
    if heap.objects.retainCounts[index] == HeapObjects.immortal { return "never freed" }
    if heap.tasks.active.contains(node) { return "a task that runs" }
    let cameFrom = heap.judgement.cameFrom[index] - 1
    if heap.judgement.isHeldOutside[index]
      || cameFrom >= 0 && heap.isLibrary(cameFrom) && heap.judgement.isFromStack[Int(cameFrom)]
        && !expansionShows(cameFrom, node)
    {
      return "a local variable or C code"
    }
    if hasAllHolders(node) { return nil }
    return heap.judgement.isReached[index] ? "others" : "other leaks"
  }

  /// Whether a link leads from one node to another.
  private func expansionShows(_ source: Int32, _ target: Int32) -> Bool {
    links.contains { $0.source == source && $0.target == target }
  }

  /// Whether everybody who retains a node is shown.
  private func hasAllHolders(_ node: Int32) -> Bool {
    shownRetains[node, default: 0] >= heap.references.strong[Int(node)]
  }

  // MARK: References

  private mutating func addReference(_ link: Link) {
    var from = id(of: link.source)
    var reference = ReferenceDescription(from: from, to: id(of: link.target))
    reference.name = link.name
    reference.kind = link.isElement ? .element : .property
    let isOwnMemory = closureCode[link.target] != nil
    if heap.layout(of: link.source)?.shape == .task, link.operation == .function {
      reference.name = "operation"
    }
    if link.operation == .function, link.code != 0, !isOwnMemory {
      from = addClosure(link)
      reference = ReferenceDescription(from: from, to: id(of: link.target))
      reference.kind = .capture
      reference.name = captureName(of: link.target, code: link.code, position: nil)
    } else if closureCode[link.source] != nil {
      reference.kind = .capture
      reference.name = capturedName(link)
    } else if link.name.hasPrefix("#") {
      // A captured variable has a box, and the box its value.
      reference.name = "value"
    }
    describeStrength(of: link, &reference)
    builder.add(reference)
  }

  private func describeStrength(of link: Link, _ reference: inout ReferenceDescription) {
    switch link.operation {
    case .weak: reference.strength = .weak
    case .unowned: reference.strength = .unowned
    case .continuation: reference.kind = .runtime
    case .words, .pointer:
      reference.kind = .runtime
      // A guess is said to be one, wherever it goes.
      if heap.isObject(link.target) { reference.extensions = "\"x-unproved\": true" }
    case .strong, .bridge, .function, .existential, .error, .choice, .keyPath, .memory,
      .argument:
      break
    }
  }

  /// Adds a closure that is no object of its own, and the reference to it; returns its id.
  private mutating func addClosure(_ link: Link) -> ObjectID {
    let key = "\(link.source) \(link.name) \(link.code) \(link.target)"
    if let made = madeObjects[key] { return made }
    let id = newID(for: key)
    var closure = ObjectDescription(id: id, type: "closure")
    closure.kind = .closure
    describeCode(link.code, &closure)
    builder.add(closure)
    var reference = ReferenceDescription(from: self.id(of: link.source), to: id)
    let isTask = heap.layout(of: link.source)?.shape == .task
    reference.name = isTask ? "operation" : capturedName(link)
    reference.kind = link.isElement ? .element : .property
    if closureCode[link.source] != nil { reference.kind = .capture }
    builder.add(reference)
    return id
  }

  private mutating func newID(for key: String) -> ObjectID {
    defer { nextID += 1 }
    let id = ObjectID.number(nextID)
    madeObjects[key] = id
    return id
  }

  // MARK: Names

  private func describeCode(_ code: UInt, _ object: inout ObjectDescription) {
    object.name = closureName(code)
    guard let place = symbols.line(of: code) else { return }
    object.file = String(place.file.split(separator: "/").last ?? "")
    object.line = Int32(clamping: place.line)
  }

  private func closureName(_ code: UInt) -> String {
    guard let symbol = symbols.name(of: code) else {
      return symbols.place(of: code).map { "closure at \($0)" } ?? "closure"
    }
    return symbol.words
  }

  /// The name of a capture by its link, which says `#` and its position.
  private func capturedName(_ link: Link) -> String {
    guard link.name.hasPrefix("#") else { return link.name }
    let code = closureCode[link.source] ?? 0
    let end = link.name.firstIndex { !$0.isNumber && $0 != "#" } ?? link.name.endIndex
    let name = captureName(
      of: link.target, code: code, position: Int(link.name[..<end].dropFirst()))
    return name + link.name[end...]
  }

  /// What a captured object is called: `self` where its type is that of the method's object.
  ///
  /// The names of captured variables are not in the program; only their types are.
  private func captureName(of target: Int32, code: UInt, position: Int?) -> String {
    if let owner = symbols.name(of: code)?.selfType, let layout = heap.layout(of: target),
      ClassNames.isKind(layout.type, of: owner)
    {
      return "self"
    }
    return position.map { "capture \($0 + 1)" } ?? "capture"
  }

  // MARK: Global variables

  private mutating func addGlobals() {
    for word in shownRoots where !isPart(word.node) {
      let place = GlobalPlace(
        symbol: symbols.name(of: word.address), place: symbols.place(of: word.address))
      let key = "global \(place.owner)"
      let holder = madeObjects[key] ?? addGlobalHolder(place, key: key)
      var reference = ReferenceDescription(from: holder, to: id(of: word.node))
      reference.name = place.variable
      builder.add(reference)
    }
  }

  private mutating func addGlobalHolder(_ place: GlobalPlace, key: String) -> ObjectID {
    var object = ObjectDescription(id: newID(for: key), type: place.owner)
    object.root = place.reason
    object.owner = place.isApp ? .app : .framework
    builder.add(object)
    return object.id
  }
}
