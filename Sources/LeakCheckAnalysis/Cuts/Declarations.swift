import LeakCheckGraph

/// The references of a graph, grouped by the source declaration that they come from.
///
struct Declarations {
  /// The declaration of each edge of the analysis.
  let declaration: [Int32]
  /// How many declarations there are.
  let count: Int
  /// The edges of each declaration whose both ends are needed.
  private let needed: (starts: [Int32], edges: [Int32])

  /// The declarations of the retaining references of `analysis`.
  ///
  /// - Complexity: O(objects + references).
  init(_ analysis: GraphAnalysis) {
    let retaining = analysis.retaining
    let storage = analysis.graph.storage
    let holders = HolderKinds(analysis.graph)
    // Where references are cleared one by one, the entries of a library's map are told apart by what they hold.
    let heldTypes = analysis.graph.collector == .tracing ? storage.types.array : []
    let (names, marks) = (storage.referenceNames.array, storage.referenceMarks.array)
    var table = PairTable()
    let (heads, tails, references) = (retaining.heads, analysis.tails, retaining.references)
    declaration = table.numbers(count: references.count) { edge in
      let reference = Int(references[edge])
      let held = heldTypes.isEmpty ? 0 : Int64(heldTypes[Int(heads[edge])]) << 32
      return (
        held | Int64(holders.number(ofReference: references[edge], from: tails[edge])),
        Int64(names[reference]) << 8 | Int64(marks[reference].rawValue)
      )
    }
    count = Int(table.count)
    // The other edges come last, in a group that nobody asks for.
    let (isNeeded, others) = (analysis.needed, Int32(count))
    let group = [Int32](count: references.count) { [declaration] edge in
      isNeeded.contains(tails[edge]) && isNeeded.contains(heads[edge]) ? declaration[edge] : others
    }
    let (starts, order) = Adjacency.inverse(of: group, vertexCount: count + 1)
    needed = (starts, order)
  }

  /// The edges of a declaration whose both ends are needed, in rising order.
  func neededEdges(of declaration: Int32) -> ArraySlice<Int32> {
    needed.edges[
      Int(needed.starts[Int(declaration)])..<Int(needed.starts[Int(declaration) + 1])]
  }

  /// The declarations of some edges, each once, in rising order.
  func distinct(of edges: [Int32]) -> [Int32] {
    if edges.count > count >> 3 {
      return VertexSet(edges.map { declaration[Int($0)] }, capacity: count).members
    }
    // Few edges are cut, and many cuts are asked about: a set of all declarations would cost each of them all.
    let all = edges.map { declaration[Int($0)] }.sorted()
    return all.indices.filter { $0 == 0 || all[$0] != all[$0 - 1] }.map { all[$0] }
  }

  /// The declarations of some edges, numbered by themselves, with the first edges of each.
  func numbered(for edges: [Int32]) -> (declaration: [Int32], examples: [[Int32]]) {
    var numbers = SmallNumbers(upTo: count, expected: edges.count)
    var examples: [[Int32]] = []
    let local = edges.map { edge in
      let number = numbers.number(of: declaration[Int(edge)])
      if number == examples.count { examples.append([]) }
      // A declaration costs what its dearest use costs; the first few tell.
      if examples[Int(number)].count < 64 { examples[Int(number)].append(edge) }
      return number
    }
    return (local, examples)
  }
}

/// Numbers some of the numbers below a bound in the order in which they come first.
private struct SmallNumbers {
  /// A place for each; empty where a few of many come.
  private var table: [Int32] = []
  private var known: [Int32: Int32] = [:]
  private var count: Int32 = 0

  init(upTo bound: Int, expected: Int) {
    if expected > bound >> 3 { table = [Int32](repeating: -1, count: bound) }
  }

  mutating func number(of value: Int32) -> Int32 {
    let old = table.isEmpty ? known[value] ?? -1 : table[Int(value)]
    if old >= 0 { return old }
    if table.isEmpty { known[value] = count } else { table[Int(value)] = count }
    count += 1
    return count - 1
  }
}

/// The objects, grouped by what declares their references: the type, and for closures also the closure.
///
/// What a superclass declares is one declaration for all its subclasses.
private struct HolderKinds {
  /// The kind of each object.
  private let number: [Int32]
  /// The kind of what declares a reference, where that is not the holder's own type.
  private let inherited: [Int32: Int32]

  /// The kind of what declares a reference from an object.
  func number(ofReference reference: Int32, from object: Int32) -> Int32 {
    inherited.isEmpty ? number[Int(object)] : inherited[reference] ?? number[Int(object)]
  }

  init(_ graph: ObjectGraph) {
    let storage = graph.storage
    var plain = PairTable()
    var closures = ClosureNumbers()
    // Whether objects of a kind are told apart by where they stand; -1 where nobody has asked.
    var isCode = [Int8](repeating: -1, count: storage.strings.count)
    // Made once: a set literal is looked up by its protocol each time.
    let owners = ObjectMarks.framework.rawValue | ObjectMarks.test.rawValue
    let (types, kinds, marks) = (storage.types.array, storage.kinds.array, storage.marks.array)
    number = types.indices.map { place in
      let marks = marks[place].rawValue & owners
      let kind = kinds[place]
      if isCode[Int(kind)] < 0 {
        isCode[Int(kind)] = ["closure", "task"].contains(storage.strings[kind]) ? 1 : 0
      }
      guard isCode[Int(kind)] == 1 else {
        return plain.number(of: Int64(types[place]), Int64(marks)) &* 2
      }
      let owner = Int64(types[place]) << 8 | Int64(marks)
      return closures.number(of: Int32(place), in: storage, owner) &* 2 &+ 1
    }
    let extensions = storage.referenceExtensions
    guard extensions.count > 0 else {
      inherited = [:]
      return
    }
    var declaring = DeclaringTypes(graph)
    var inherited: [Int32: Int32] = [:]
    for (reference, text) in zip(extensions.rows, extensions.values) {
      guard let type = declaring.number(in: text, reference) else { continue }
      let marks = marks[Int(storage.sources[Int(reference)])].rawValue & owners
      inherited[reference] = plain.number(of: type, Int64(marks)) &* 2
    }
    self.inherited = inherited
  }

  /// Numbers for the types that extensions of references name: those of their names where objects have them.
  private struct DeclaringTypes {
    private let graph: ObjectGraph
    /// The number by name; negative where no object has the type.
    private var numbers: [String: Int64]
    /// The same by the index of the extensions' text, of which there are few.
    private var known: [Int32: Int64?] = [:]

    init(_ graph: ObjectGraph) {
      self.graph = graph
      let strings = graph.storage.strings
      numbers = Dictionary(
        Set(graph.storage.types.array).map { (strings[$0], Int64($0)) },
        uniquingKeysWith: { first, _ in first })
    }

    mutating func number(in text: Int32, _ reference: Int32) -> Int64? {
      if let known = known[text] { return known }
      guard let type = graph.reference(reference).declaringType else {
        known[text] = .some(nil)
        return nil
      }
      let number = numbers[type] ?? -1 - Int64(numbers.count)
      numbers[type] = number
      known[text] = number
      return number
    }
  }

  /// Numbers for closures by name and place.
  private struct ClosureNumbers {
    private var names = PairTable()
    private var places = PairTable()
    private var all = PairTable()

    /// - Parameters:
    ///   - object: a closure.
    ///   - storage: what has it.
    ///   - owner: what else must be equal.
    /// - Returns: its number, the same for closures that are equal.
    mutating func number(
      of object: Int32, in storage: ObjectGraph.Storage, _ owner: Int64
    ) -> Int32 {
      let name = names.number(of: owner, Int64(storage.nameIndex(of: object)))
      let place = places.number(
        of: Int64(storage.fileIndex(of: object)), Int64(storage.line(of: object)))
      return all.number(of: Int64(name), Int64(place))
    }
  }
}
