/// A search for the links of nodes, with their names.
///
/// Collections and boxes with a single reference to them are not shown as objects: their contents are linked to their
/// holder, as `jobs["poll"]`.
struct ObjectExpansion {
  private let heap: HeapCapture
  private let references: NodeReferences
  private let elements: ElementText
  private(set) var names: LinkNames
  /// Strong references to heap memory without an object: there, the memory contradicts itself.
  private(set) var droppedReferences = 0
  /// Contexts that only adapt another function to a different calling convention.
  private let adapters: PageArray<Bool>
  /// Contexts that box values of existentials.
  private let boxes: PageArray<Bool>
  private var typeNames: TypeNames

  /// The parts of a node that remain to be read.
  private struct Part {
    var node: Int32
    var path: String
    var isElement: Bool
  }

  init(of selection: NodeSelection, in heap: HeapCapture, symbols: inout Symbolizer) {
    self.heap = heap
    references = NodeReferences(of: selection, in: heap)
    names = LinkNames(of: heap.types)
    elements = ElementText(image: heap.image, types: heap.types)
    adapters = PageArray(in: heap.pages, count: heap.nodeCount)
    boxes = PageArray(in: heap.pages, count: heap.nodeCount)
    typeNames = TypeNames(of: heap.layouts)
    findContexts(of: selection, &symbols)
  }

  /// Finds the contexts of functions that only adapt another one, and of boxes.
  private func findContexts(of selection: NodeSelection, _ symbols: inout Symbolizer) {
    var codes: [Int32: UInt] = [:]
    for node in selection.nodes {
      for position in references.positions(of: node) {
        let found = references[position]
        guard found.operation == .function || found.operation == .existential else { continue }
        let context = heap.node(at: found.target, of: found.operation)
        guard context >= 0, heap.layout(of: context)?.shape == .context else { continue }
        if found.operation == .function {
          codes[context] = found.code
        } else {
          boxes[Int(context)] = true
        }
      }
    }
    findPayloads(of: selection)
    let functions = Set(codes.values)
    symbols.load(functions)
    let thunks = functions.filter { symbols.name(of: $0)?.kind == .thunk }
    for (context, code) in codes where thunks.contains(code) {
      adapters[Int(context)] = true
    }
  }

  /// Finds the boxes of indirect cases: the only contexts that a property or a value's box holds strongly.
  private func findPayloads(of selection: NodeSelection) {
    var holders = selection.nodes.filter {
      heap.layout(of: $0)?.shape == .instance || boxes[Int($0)]
    }
    while let holder = holders.popLast() {
      for position in references.positions(of: holder)
      where references[position].operation == .strong {
        let context = heap.node(at: references[position].target, of: .strong)
        guard context >= 0, heap.layout(of: context)?.shape == .context, !boxes[Int(context)]
        else { continue }
        boxes[Int(context)] = true
        holders.append(context)
      }
    }
  }

  /// Whether a node only adapts another function, or boxes a value of its holder.
  func isOnlyPart(_ node: Int32) -> Bool { adapters[Int(node)] || boxes[Int(node)] }

  /// Whether a node is part of its only holder: a collection, a value's box, or an adapter of a function.
  func isPart(_ node: Int32) -> Bool {
    guard let layout = heap.layout(of: node) else { return false }
    let index = Int(node)
    switch layout.shape {
    case .array, .dictionary, .set, .box, .error: break
    case .context: if !adapters[index], !boxes[index] { return false }
    case .instance, .task: return false
    }
    // A further word that may name an adapter does not matter: the adapter has one certain owner.
    return heap.objects.retainCounts[index] == 1 && heap.references.strong[index] == 1
      && (heap.references.guessed[index] == 0 || layout.shape == .context)
  }

  /// Appends the links from `node` to shown nodes, through its parts, and returns the bytes of those parts.
  ///
  /// - Complexity: O(references of the object and its parts).
  mutating func appendLinks(
    of node: Int32, to links: inout PageArray<Link>, isShown: (Int32) -> Bool,
    isPart: (Int32) -> Bool
  ) -> Int64 {
    var parts: [Part] = []
    var passed: Set<Int32> = []
    var partBytes: Int64 = 0
    var part: Part?
    repeat {
      for position in references.positions(of: part?.node ?? node) {
        let found = references[position]
        let source = part?.node ?? node
        let target = heap.node(at: found.target, of: found.operation)
        guard target >= 0 else {
          if found.operation.isCounted, heap.chunks.span(of: found.target) >= 0 {
            droppedReferences += 1
          }
          continue
        }
        guard isLink(found, from: source, to: target) else { continue }
        if found.operation.isCounted, target != node, isPart(target) {
          guard passed.insert(target).inserted else { continue }
          partBytes += Int64(heap.byteCount(of: target))
          parts.append(
            Part(
              node: target, path: name(of: found, in: source, after: part?.path ?? ""),
              isElement: part?.isElement == true || found.element >= 0))
        } else if isShown(target) {
          links.append(
            Link(
              source: node, target: target, name: number(of: found, in: source, after: part?.path),
              operation: found.operation,
              isElement: part?.isElement == true || found.element >= 0,
              code: found.operation == .words ? 0 : found.code))
        }
      }
      part = parts.popLast()
    } while part != nil
    return partBytes
  }

  /// Whether a found word is a reference: one of unknown type is only if a retain is unexplained.
  private func isLink(_ found: FoundReference, from source: Int32, to target: Int32) -> Bool {
    switch found.operation {
    case .strong, .bridge, .function, .existential, .error, .choice, .continuation, .weak,
      .unowned, .relation:
      true
    case .words where isOld(from: source, to: target): false
    case .words, .pointer:
      (target != source || heap.layout(of: target)?.shape != .task)
        && !(heap.judgement.isReached[Int(source)] && !heap.judgement.isReached[Int(target)])
        && heap.acceptsGuess(target, from: source)
        && (!heap.isLibrary(source) || isWay(from: source, to: target))
    case .keyPath, .memory, .argument: false
    }
  }

  /// Whether doubtful memory has a word of an object: its owner is unknown.
  private func isOld(from source: Int32, to target: Int32) -> Bool {
    heap.isLibrary(source) && heap.isObject(target) && heap.doubtfulMemory.contains(source)
  }

  /// Whether C memory leads to other C memory on the shortest path from outside.
  ///
  /// C's lists lead everywhere and back; other paths through them would be noise.
  private func isWay(from source: Int32, to target: Int32) -> Bool {
    guard heap.isLibrary(target), heap.judgement.isReached[Int(target)] else { return true }
    return heap.judgement.cameFrom[Int(target)] == source + 1
  }

  // MARK: Names

  private mutating func number(
    of found: FoundReference, in node: Int32, after path: String?
  ) -> Int32 {
    if boxes[Int(node)], path != nil, let type = heap.layout(of: node).flatMap(valueType) {
      return names.number(of: name(of: found, in: node, after: path ?? ""), declaredIn: type)
    }
    if path == nil, found.element < 0, found.operation != .words, found.operation != .relation,
      heap.layout(of: node)?.shape == .instance
    {
      return names.number(ofProperty: found.name)
    }
    if path == nil, found.element >= 0, found.name == 0, found.operation != .words,
      heap.layout(of: node)?.shape == .array,
      let number = names.number(ofElement: found.element)
    {
      return number
    }
    return names.number(of: name(of: found, in: node, after: path ?? ""))
  }

  /// The type of the value in an existential's box.
  private func valueType(_ box: TypeLayout) -> Metadata? {
    let captures = CaptureList(of: box.type)
    guard captures.bindingCount == 0, captures.types.count == 1 else { return nil }
    let type = captures.types[0].metadata(in: nil)
    return type?.kind == .structType ? type : nil
  }

  private mutating func name(
    of found: FoundReference, in node: Int32, after path: String
  ) -> String {
    Self.join(path, name(of: found, in: node))
  }

  private mutating func name(of found: FoundReference, in node: Int32) -> String {
    if found.operation == .relation {
      return TaskTable.Relation(rawValue: UInt8(truncatingIfNeeded: found.code))?.name ?? ""
    }
    guard let layout = heap.layout(of: node) else { return words(found, "") }
    if layout.shape == .task { return "frame" }
    if adapters[Int(node)] { return "" }
    var property = names[names.number(ofProperty: found.name)]
    if boxes[Int(node)] { property = Self.withoutPosition(property) }
    if found.operation == .words {
      let type = typeNames[heap.objects.layouts[Int(node)]]
      let element = property.isEmpty && type.isApp ? elementOfBuffer(found, layout) : nil
      return Self.hiddenStorage[type.name] ?? element ?? words(found, property)
    }
    guard found.element >= 0 else { return property }
    let element = unsafe elements.text(
      of: found.element, in: layout, at: heap.chunks.words(of: node),
      usableSize: heap.byteCount(of: node))
    return Self.join(element, property)
  }

  /// The name of an element of a `ManagedBuffer`, by the offset of a word in it.
  private func elementOfBuffer(_ found: FoundReference, _ layout: TypeLayout) -> String? {
    guard layout.shape == .instance, layout.element >= 0 else { return nil }
    let element = heap.types.values[Int(layout.element)]
    let mask = Int(element.alignmentMask)
    let start = (Int(layout.size) + mask) & ~mask
    guard element.stride > 0, found.code >= start else { return nil }
    return "[\((Int(found.code) - start) / Int(element.stride))]"
  }

  private func words(_ found: FoundReference, _ property: String) -> String {
    guard found.operation == .words else { return property }
    return property.isEmpty ? "word at +\(found.code)" : property
  }

  /// Storage that the layout of a type does not show: behind a lock, or after the last property.
  private static let hiddenStorage = [
    "NotificationCenter": "observers", "CheckedContinuationCanary": "continuation",
  ]

  /// A capture's name without its position, which the only value of a box does not need.
  private static func withoutPosition(_ name: String) -> String {
    guard name.hasPrefix("#") else { return name }
    let rest = name.drop { $0 == "#" || $0.isNumber }
    return String(rest.first == "." ? rest.dropFirst() : rest)
  }

  private static func join(_ path: String, _ name: String) -> String {
    if path.isEmpty || name.isEmpty { return path + name }
    return name.hasPrefix("[") ? path + name : "\(path).\(name)"
  }
}
