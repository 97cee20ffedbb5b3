import LeakCheckGraph

// Most objects and references of a large heap have no texts of their own: those are found once per type or property.
extension CapturedGraph {
  /// Adds an object that its type describes completely.
  mutating func addPlain(
    _ node: Int32, _ layout: TypeLayout, size: Int64, retainCount: Int32?
  ) {
    let number = Int(heap.objects.layouts[Int(node)])
    var row = plainObjects[number] ?? builder.row(of: description(of: node, layout))
    if plainObjects[number] == nil { plainObjects[number] = row }
    row.id = PackedID(value: Int64(node) + 1, isText: false)
    row.size = size
    if let retainCount {
      row.retainCount = retainCount
      row.marks.insert(.hasRetainCount)
    }
    builder.add(row)
  }

  /// Adds a reference that its name and kind describe completely, and returns whether it is one.
  mutating func addPlain(_ link: Link) -> Bool {
    guard link.functionCode == 0, !isClosure(link.source), !linkNames.isSpecial(link.name),
      otherClass(of: link) == nil, superclass(declaring: link) == nil,
      let marks = plainMarks(of: link)
    else { return false }
    builder.addReference(
      from: Int64(link.source) + 1, to: Int64(link.target) + 1, name: plainName(of: link),
      marks: marks)
    return true
  }

  private func plainMarks(of link: Link) -> ReferenceMarks? {
    let strength: Strength
    switch link.operation {
    case .strong, .bridge, .existential, .error, .choice: strength = .strong
    case .weak: strength = .weak
    case .unowned: strength = .unowned
    case .function, .pointer, .words, .continuation, .relation, .memory, .argument, .keyPath:
      return nil
    }
    return ReferenceMarks(
      strength: strength, kind: link.isElement ? .element : .property, end: .unknown)
  }

  private mutating func plainName(of link: Link) -> Int32 {
    if let element = LinkNames.element(of: link.name) { return builder.intern(element: element) }
    if let known = plainNames[link.name] { return known }
    // A captured variable is a box, and the box holds its value.
    let name = name(of: link)
    let index = builder.intern(name.hasPrefix("#") ? "value" : name)
    plainNames[link.name] = index
    return index
  }
}

/// The indices of names in a graph under construction, by the numbers of ``LinkNames``.
struct PlainNames {
  // The index plus one; 0 if it is unknown.
  private var properties: [Int32] = []
  private var others: [Int32] = []

  subscript(number: Int32) -> Int32? {
    get {
      let index = Int(number < 0 ? -1 - number : number)
      let indices = number < 0 ? others : properties
      return index < indices.count && indices[index] > 0 ? indices[index] - 1 : nil
    }
    set {
      let index = Int(number < 0 ? -1 - number : number)
      if number < 0 {
        Self.set(&others, index, newValue)
      } else {
        Self.set(&properties, index, newValue)
      }
    }
  }

  private static func set(_ indices: inout [Int32], _ index: Int, _ value: Int32?) {
    if index >= indices.count {
      indices += repeatElement(0, count: max(index + 1, 2 * indices.count) - indices.count)
    }
    indices[index] = value.map { $0 + 1 } ?? 0
  }
}

/// The name of a function in a graph, and its source location.
struct FunctionText {
  let name: String
  private(set) var file = ""
  private(set) var line: Int32 = 0
  /// The owner of the code.
  let owner: Owner

  /// The texts for the code at an address whose symbols are loaded.
  init(of code: UInt, by symbols: Symbolizer) {
    guard let symbol = symbols.name(of: code) else {
      name = symbols.place(of: code).map { "closure at \($0)" } ?? "closure"
      owner = .app
      return
    }
    name = symbol.words
    owner = ModuleSources.isOwn(module: symbol.module ?? "") { code } ? .app : .framework
    guard let place = symbols.line(of: code) else { return }
    file = String(place.file.split(separator: "/").last ?? "")
    line = Int32(clamping: place.line)
  }
}
