import LeakCheckGraph

/// Turns a problem into the cuts of a finding: cheapest safe one first, each with its words.
///
/// Safety is judged where the code is: weakening a declaration weakens it in every object of that type,
/// so a cut that is harmless here and takes the last owner from an object elsewhere is not safe.
struct CutPlanner {
  /// The most cuts that a finding offers, the chosen one included.
  static let offered = 4

  private let analysis: GraphAnalysis
  /// The edges of the analysis, grouped by the object they reach.
  let reversed: Adjacency
  private let declarations: Declarations
  private let safety: CutSafety

  init(_ analysis: GraphAnalysis) {
    self.analysis = analysis
    reversed = analysis.retaining.reversed()
    declarations = Declarations(analysis)
    safety = CutSafety(analysis, declarations: declarations)
  }

  /// The chosen cut and the alternatives, the cheapest first; empty when nothing can be cut.
  func cuts(of problem: CutProblem) -> [Cut] {
    let local = declarations.numbered(for: problem.edges.references)
    let costs = local.examples.map { $0.map(cost).max() ?? 0 }
    let search = CutSearch(problem, declaration: local.declaration, costs: costs)
    let solutions = search.solutions(Self.offered)
    let cuts = solutions.map { cut(from: $0, of: problem) }
    // Costs price single references; that two of them together take an object's last owners shows here.
    return cuts.filter(\.isSafe) + cuts.filter { !$0.isSafe }
  }

  private func cost(of edge: Int32) -> Int {
    let reference = analysis.graph.reference(analysis.retaining.references[Int(edge)])
    let role = ReferenceRole(of: reference)
    let isSafe = safety.isSafe([edge], endsOnly: CutWords.how(to: reference) == .end)
    return role.cost + (isSafe ? 0 : ReferenceRole.unsafeCost)
  }

  private func cut(from solution: CutSearch.Solution, of problem: CutProblem) -> Cut {
    let edges = solution.edges.map { problem.edges.references[Int($0)] }
    let references = analysis.references(edges)
    let endsOnly = references.allSatisfy { CutWords.how(to: $0) == .end }
    let isSafe = safety.isSafe(edges, endsOnly: endsOnly)
    let steps = references.map { CutWords.step(cutting: $0, isSafe: isSafe) }
    return Cut(steps: steps, isExact: solution.isExact, isMinimal: solution.isMinimal)
  }
}

/// Which references of a graph stand at one place of the source.
struct Declarations {
  private let analysis: GraphAnalysis
  /// The declaration of each edge of the analysis.
  let declaration: [Int32]
  /// The edges of each declaration whose both ends are needed.
  let neededEdges: [[Int32]]

  init(_ analysis: GraphAnalysis) {
    self.analysis = analysis
    var numbers: [Key: Int32] = [:]
    var declaration: [Int32] = []
    declaration.reserveCapacity(analysis.retaining.edgeCount)
    for edge in analysis.retaining.references.indices {
      let key = Key(
        analysis.graph, reference: analysis.retaining.references[edge], source: analysis.tails[edge]
      )
      let number = numbers[key] ?? Int32(numbers.count)
      numbers[key] = number
      declaration.append(number)
    }
    self.declaration = declaration
    var neededEdges = [[Int32]](repeating: [], count: numbers.count)
    for (edge, number) in declaration.enumerated()
    where analysis.needed.contains(analysis.tails[edge])
      && analysis.needed.contains(analysis.retaining.heads[edge])
    {
      neededEdges[Int(number)].append(Int32(edge))
    }
    self.neededEdges = neededEdges
  }

  /// The place of a declaration: type, reference name, and for closures also which closure.
  private struct Key: Hashable {
    var type: Int32
    var name: Int32
    var marks: UInt8
    var owner: Owner
    var closure: Int32
    var file: Int32
    var line: Int32

    init(_ graph: ObjectGraph, reference: Int32, source: Int32) {
      let storage = graph.storage
      let object = graph.object(source)
      let isClosure = object.kind == .closure || object.kind == .task
      type = storage.types[Int(source)]
      name = storage.referenceNames[Int(reference)]
      marks = storage.referenceMarks[Int(reference)].rawValue
      owner = object.owner
      closure = isClosure ? storage.nameIndex(of: source) : -1
      file = isClosure ? storage.fileIndex(of: source) : 0
      line = isClosure ? object.line : 0
    }
  }

  /// The declarations of some edges, numbered by themselves, with the first edges of each.
  func numbered(for edges: [Int32]) -> (declaration: [Int32], examples: [[Int32]]) {
    var numbers: [Int32: Int32] = [:]
    var examples: [[Int32]] = []
    let local = edges.map { edge in
      let global = declaration[Int(edge)]
      let number = numbers[global] ?? Int32(examples.count)
      if numbers.updateValue(number, forKey: global) == nil { examples.append([]) }
      // A declaration costs what its dearest use costs; the first few tell.
      if examples[Int(number)].count < 64 { examples[Int(number)].append(edge) }
      return number
    }
    return (local, examples)
  }
}

/// Whether everything that is needed stays when references are cut.
struct CutSafety {
  private let analysis: GraphAnalysis
  private let declarations: Declarations
  private let expectsAlive: Bool

  init(_ analysis: GraphAnalysis, declarations: Declarations) {
    self.analysis = analysis
    self.declarations = declarations
    expectsAlive = analysis.graph.storage.marks.contains { $0.contains(.expectedAlive) }
  }

  /// Whether every needed object stays reachable.
  ///
  /// - Parameters:
  ///   - edges: the edges that are cut.
  ///   - endsOnly: an event ends just these; otherwise their declarations are weakened everywhere.
  /// - Returns: whether the cut is safe.
  /// - Complexity: O(objects + references), and O(edges) when no needed object holds such a reference.
  func isSafe(_ edges: [Int32], endsOnly: Bool) -> Bool {
    let affected =
      endsOnly
      ? edges.filter { analysis.needed.contains(analysis.retaining.heads[Int($0)]) }
      : Set(edges.map { declarations.declaration[Int($0)] }).sorted()
        .flatMap { declarations.neededEdges[Int($0)] }
    if affected.isEmpty, !reachesAlive(edges) { return true }
    let cut = VertexSet(affected + edges, capacity: analysis.retaining.edgeCount)
    var numbered = analysis.retaining
    numbered.references = Array(0..<Int32(numbered.edgeCount))
    let live = numbered.filtered { !cut.contains($0) }
    let reached = Reachability.reached(from: analysis.held, along: live)
    return analysis.needed.members.allSatisfy(reached.contains)
  }

  /// Whether an object that is expected alive may hang only on what is expected gone.
  private func reachesAlive(_ edges: [Int32]) -> Bool {
    edges.contains { analysis.needed.contains(analysis.retaining.heads[Int($0)]) }
      || expectsAlive
  }
}
