/// A reference between two nodes that a graph shows, with everything that is known of it.
struct Link {
  var source: Int32
  var target: Int32
  /// The property, capture or element.
  var name: String
  /// How it was found.
  var operation: Step.Operation
  /// For a function: its code.
  var code: UInt
  /// Whether it is an element of a collection.
  var isElement: Bool
}

/// Finds the links of nodes, by name.
///
/// Collections and boxes that one reference alone holds are not shown as objects: what they hold is linked
/// to their holder, as `jobs["poll"]`.
struct ObjectExpansion {
  private let heap: HeapCapture
  private var scan: ObjectScan
  private let elements: ElementText

  /// Contexts that only hold another function for a caller with other conventions.
  private let adapters: Set<Int32>

  init(of heap: HeapCapture, adapters: Set<Int32>) {
    self.heap = heap
    self.adapters = adapters
    scan = heap.makeScan()
    elements = ElementText(image: heap.image, types: heap.types)
  }

  /// Whether a node is part of its only holder: a collection, a box of a value, or an adapter of a function.
  func isPart(_ node: Int32) -> Bool {
    guard let layout = heap.layout(of: node) else { return false }
    switch layout.shape {
    case .array, .dictionary, .set, .box, .error: break
    case .context: if !adapters.contains(node) { return false }
    case .instance, .task: return false
    }
    let index = Int(node)
    // A word that may name an adapter too, changes nothing: it has one owner that is certain.
    return heap.objects.retainCounts[index] == 1 && heap.references.strong[index] == 1
      && (heap.references.guessed[index] == 0 || layout.shape == .context)
  }

  /// The links of `node` to nodes that `isShown`, parts passed through, and the bytes of those parts.
  ///
  /// - Complexity: O(bytes of the object and its parts).
  mutating func links(
    of node: Int32, isShown: (Int32) -> Bool
  ) -> (links: [Link], partBytes: Int64) {
    var links: [Link] = []
    var partBytes: Int64 = 0
    var open: [(node: Int32, path: String, isElement: Bool)] = [(node, "", false)]
    var passed: Set<Int32> = [node]
    while let next = open.popLast() {
      for found in references(of: next.node) {
        let target = heap.node(at: found.target, of: found.operation)
        guard target >= 0, isLink(found, from: next.node, to: target) else { continue }
        let name = Self.join(next.path, name(of: found, in: next.node))
        let isElement = next.isElement || found.element >= 0
        if isPart(target), found.operation.isCounted, passed.insert(target).inserted {
          partBytes += Int64(heap.byteCount(of: target))
          open.append((target, name, isElement))
        } else if isShown(target) {
          links.append(
            Link(
              source: node, target: target, name: name, operation: found.operation,
              code: found.operation == .words ? 0 : found.code, isElement: isElement))
        }
      }
    }
    return (links, partBytes)
  }

  private mutating func references(of node: Int32) -> [FoundReference] {
    heap.read(node, with: &scan)
  }

  /// Whether what was found is a reference: a word of unknown type only where a retain is unexplained.
  private func isLink(_ found: FoundReference, from source: Int32, to target: Int32) -> Bool {
    switch found.operation {
    case .strong, .bridge, .function, .existential, .error, .choice, .continuation, .weak,
      .unowned:
      true
    case .words where isOld(from: source, to: target): false
    case .words, .pointer:
      (target != source || heap.layout(of: target)?.shape != .task)
        && heap.acceptsGuess(target, from: source)
        && (!heap.isLibrary(source) || isWay(from: source, to: target))
    case .keyPath, .memory, .argument: false
    }
  }

  /// Whether memory that only a stack names has a word of an object: whose it is, cannot be told.
  private func isOld(from source: Int32, to target: Int32) -> Bool {
    heap.isLibrary(source) && heap.isObject(target) && heap.judgement.isFromStack[Int(source)]
  }

  /// Whether memory of C leads to more of it on the nearest way from outside.
  ///
  /// C's lists lead everywhere and back; other ways through them would be noise.
  private func isWay(from source: Int32, to target: Int32) -> Bool {
    guard heap.isLibrary(target), heap.judgement.isReached[Int(target)] else { return true }
    return heap.judgement.cameFrom[Int(target)] == source + 1
  }

  private func name(of found: FoundReference, in node: Int32) -> String {
    if heap.layout(of: node)?.shape == .task { return "frame" }
    if adapters.contains(node) { return "" }
    let property = heap.types.names[Int(found.name)]
    if found.operation == .words {
      if let word = heap.layout(of: node).flatMap({ Self.hiddenStorage[TypeText($0).name] }) {
        return word
      }
      let place = "word at +\(found.code)"
      return property.isEmpty ? place : "\(property), \(place)"
    }
    guard found.element >= 0, let layout = heap.layout(of: node) else { return property }
    let element = unsafe elements.text(
      of: found.element, in: layout, at: heap.chunks.words(of: node),
      usableSize: heap.byteCount(of: node))
    return Self.join(element, property)
  }

  /// What types keep where their layout does not say it: behind a lock, or behind the last property.
  private static let hiddenStorage = [
    "NotificationCenter": "observers", "CheckedContinuationCanary": "continuation",
  ]

  private static func join(_ path: String, _ name: String) -> String {
    if path.isEmpty || name.isEmpty { return path + name }
    return name.hasPrefix("[") ? path + name : "\(path).\(name)"
  }
}
