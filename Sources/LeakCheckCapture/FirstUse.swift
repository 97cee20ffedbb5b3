/// Objects created by the first use of a global variable or a lazy property.
///
/// Such an object stays by design, along with everything it creates for itself; only the second use is judged. Closures
/// show what others put into it: one that none of these types declares comes from elsewhere.
struct FirstUse {
  private let heap: HeapCapture
  private let mark: HeapMark
  private var symbols = Symbolizer()
  private var scan: ObjectScan
  private let lazyNames: Set<Int32>
  /// The nodes that a first use explains.
  private(set) var nodes: Set<Int32> = []
  /// The types of the nodes, without modules.
  private var types: Set<String> = []

  /// The first uses in `heap` since `mark`.
  ///
  /// - Complexity: O(words of global variables + references of the explained objects).
  init(in heap: HeapCapture, since mark: HeapMark) {
    self.heap = heap
    self.mark = mark
    scan = heap.makeScan()
    lazyNames = heap.types.lazyNames
    var first = newGlobals()
    first += newLazyValues()
    explain(first)
  }

  /// The targets of global variables that had no value at the mark and cannot be `nil`.
  private mutating func newGlobals() -> [Int32] {
    var words: [RootWords.Word] = []
    for index in 0..<heap.roots.words.count {
      let word = heap.roots.words[index]
      if word.isGlobal, mark.isNew(word.node, in: heap), (mark.wordThen(at: word.address) ?? 0) == 0
      {
        words.append(word)
      }
    }
    symbols.load(words.map(\.address))
    return words.filter { word in
      // Mangled: the variable's type, `Sg` if it is optional, and `vp`.
      guard let symbol = symbols.name(of: word.address), symbol.kind == .variable else {
        return false
      }
      return !symbol.mangled.contains("Sgvp") && !wasSet(word.address)
    }.map(\.node)
  }

  /// Whether the variable with a word had a value at the mark, as a struct has with an optional that was `nil`: before
  /// its first use, all of a variable is 0.
  private func wasSet(_ address: UInt) -> Bool {
    guard let words = symbols.range(of: address) else { return false }
    return stride(from: words.lowerBound & ~7, to: words.upperBound, by: 8).prefix(Self.mostWords)
      .contains { (mark.wordThen(at: $0) ?? 0) != 0 }
  }

  /// The words of a variable to look at: the compiler places large values elsewhere.
  private static let mostWords = 1 << 10

  /// The targets of lazy properties of older objects.
  private mutating func newLazyValues() -> [Int32] {
    guard !lazyNames.isEmpty else { return [] }
    var values: [Int32] = []
    var then = mark.reader
    for node in 0..<Int32(heap.nodeCount) where hasLazyProperty(node) && !then.isNew(node, in: heap)
    {
      heap.read(node, with: &scan)
      for index in 0..<scan.found.count where lazyNames.contains(scan.found[index].name) {
        let target = heap.node(at: scan.found[index].target, of: scan.found[index].operation)
        if target >= 0, then.isNew(target, in: heap) { values.append(target) }
      }
    }
    return values
  }

  private func hasLazyProperty(_ node: Int32) -> Bool {
    heap.isObject(node) && heap.layout(of: node)?.hasLazyProperties == true
  }

  /// Continues from nodes to the objects that they created for themselves.
  private mutating func explain(_ first: [Int32]) {
    var open = first.filter { nodes.insert($0).inserted }
    for node in open { addType(of: node) }
    while let node = open.popLast() {
      heap.read(node, with: &scan)
      for found in (0..<scan.found.count).map({ scan.found[$0] }) {
        let target = heap.node(at: found.target, of: found.operation)
        guard target >= 0, found.operation != .words, found.operation != .weak,
          mark.isNew(target, in: heap), !isStranger(target, found), nodes.insert(target).inserted
        else { continue }
        addType(of: target)
        open.append(target)
      }
    }
  }

  private mutating func addType(of node: Int32) {
    guard let layout = heap.layout(of: node), layout.shape == .instance else { return }
    types.insert(String(TypeText(layout).name.prefix { $0 != "<" }))
  }

  /// Whether a reference leads to work that other code passed in.
  private mutating func isStranger(_ target: Int32, _ found: FoundReference) -> Bool {
    guard let layout = heap.layout(of: target) else { return false }
    if layout.shape == .task { return true }
    guard found.operation == .function else { return false }
    symbols.load([found.code])
    guard let symbol = symbols.name(of: found.code) else { return true }
    let home = symbol.selfType?.name ?? symbol.enclosingType?.name
    return home.map { !types.contains($0) } ?? true
  }
}
