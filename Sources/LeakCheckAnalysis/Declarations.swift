import LeakCheckGraph

/// Which references of a graph stand at one place of the source.
struct Declarations {
  /// The declaration of each edge of the analysis.
  let declaration: [Int32]
  private let starts: [Int32]
  private let edges: [Int32]

  /// How many declarations there are.
  var count: Int { starts.count - 2 }

  /// The declarations of the retaining references of `analysis`.
  ///
  /// - Complexity: O(objects + references).
  init(_ analysis: GraphAnalysis) {
    let retaining = analysis.retaining
    let storage = analysis.graph.storage
    let holders = HolderKinds(analysis.graph).number
    // Where references are cleared one by one, the entries of a library's map are told apart by what they hold.
    let heldTypes = analysis.graph.collector == .tracing ? storage.types.array : []
    let (names, marks) = (storage.referenceNames.array, storage.referenceMarks.array)
    var table = PairTable()
    let (heads, tails, references) = (retaining.heads, analysis.tails, retaining.references)
    declaration = table.numbers(count: references.count) { edge in
      let reference = Int(references[edge])
      let held = heldTypes.isEmpty ? 0 : Int64(heldTypes[Int(heads[edge])]) << 32
      return (
        held | Int64(holders[Int(tails[edge])]),
        Int64(names[reference]) << 8 | Int64(marks[reference].rawValue)
      )
    }
    // Edges that are not among what is needed come last, in a group that nobody asks for.
    let (needed, count, declaration) = (analysis.needed, table.count, declaration)
    let group = [Int32](count: declaration.count) { edge in
      needed.contains(tails[edge]) && needed.contains(heads[edge]) ? declaration[edge] : count
    }
    (starts, edges) = Adjacency.inverse(of: group, vertexCount: Int(count) + 1)
  }

  /// The edges of a declaration whose both ends are needed, in rising order.
  func neededEdges(of declaration: Int32) -> ArraySlice<Int32> {
    edges[Int(starts[Int(declaration)])..<Int(starts[Int(declaration) + 1])]
  }

  /// The declarations of some edges, numbered by themselves, with the first edges of each.
  func numbered(for edges: [Int32]) -> (declaration: [Int32], examples: [[Int32]]) {
    var numbers = SmallNumbers(upTo: starts.count, expected: edges.count)
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

/// The objects by what declares their references: the type, and for closures also which closure.
private struct HolderKinds {
  /// The kind of each object.
  let number: [Int32]

  init(_ graph: ObjectGraph) {
    let storage = graph.storage
    var plain = PairTable()
    var closures: [Closure: Int32] = [:]
    // Whether objects of a kind are told apart by where they stand; -1 where nobody has asked.
    var isCode = [Int8](repeating: -1, count: storage.strings.count)
    // Made once: a set literal is looked up by its protocol each time.
    let owners = ObjectMarks.framework.rawValue | ObjectMarks.test.rawValue
    let (types, kinds, marks) = (storage.types.array, storage.kinds.array, storage.marks.array)
    number = types.indices.map { place in
      let index = Int32(place)
      let marks = marks[place].rawValue & owners
      let kind = kinds[place]
      if isCode[Int(kind)] < 0 {
        isCode[Int(kind)] = ["closure", "task"].contains(storage.strings[kind]) ? 1 : 0
      }
      guard isCode[Int(kind)] == 1 else {
        return plain.number(of: Int64(types[place]), Int64(marks)) &* 2
      }
      let closure = Closure(storage, index, marks: marks)
      let number = closures[closure] ?? Int32(closures.count)
      closures[closure] = number
      return number &* 2 &+ 1
    }
  }

  private struct Closure: Hashable {
    let type: Int32
    let name: Int32
    let file: Int32
    let line: Int32
    let marks: UInt8

    init(_ storage: ObjectGraph.Storage, _ object: Int32, marks: UInt8) {
      type = storage.types[Int(object)]
      name = storage.nameIndex(of: object)
      file = storage.fileIndex(of: object)
      line = storage.line(of: object)
      self.marks = marks
    }
  }
}
