import LeakCheckGraph

/// A series of graphs of one program, reduced to what a comparison needs.
///
/// A graph can be forgotten once it is added; only one of whose findings the later graphs have none lives on.
package struct GraphSeries: Sendable {
  /// The extent of one graph's check.
  package struct Input: Sendable {
    /// The file or stream that the graph was read from.
    package var input: String
    /// What the graph calls itself; empty when it does not.
    package var name: String
    /// How many objects there are of each fate.
    package var coverage: Coverage
    /// Their shallow bytes.
    package var bytes: CoverageBytes
    /// The number of findings.
    package var findings: Int
  }

  /// The graphs in the order of adding.
  package private(set) var inputs: [Input] = []
  /// The findings by their fingerprint, in the order of meeting.
  private(set) var findings: [FindingChange] = []
  private var findingRows: [String: Int] = [:]
  /// The types in the order of meeting.
  private(set) var types: [String] = []
  private var typeRows: [String: Int] = [:]
  /// For each graph, what there is of each type that was known by then.
  private(set) var objects: [[Int]] = []
  private(set) var bytes: [[Int64]] = []

  /// No graph.
  package init() {}

  /// Adds a graph that is later than all so far.
  ///
  /// - Parameters:
  ///   - analysis: the facts of the graph.
  ///   - findings: its findings; of two with one fingerprint, the instances are added.
  ///   - input: the file or stream that the graph was read from.
  /// - Complexity: O(objects + types × log types + findings).
  package mutating func add(_ analysis: GraphAnalysis, findings: [Finding], input: String) {
    for finding in findings { add(finding) }
    add(TypeCensus(of: analysis))
    inputs.append(
      Input(
        input: input, name: analysis.graph.name, coverage: analysis.coverage,
        bytes: CoverageBytes(of: analysis), findings: findings.count))
    for row in self.findings.indices where self.findings[row].instances.count < inputs.count {
      self.findings[row].instances.append(0)
    }
  }

  private mutating func add(_ finding: Finding) {
    let none = [Int](repeating: 0, count: inputs.count)
    guard let row = findingRows[finding.fingerprint] else {
      findingRows[finding.fingerprint] = findings.count
      findings.append(FindingChange(finding: finding, instances: none + [finding.instances]))
      return
    }
    guard findings[row].instances.count == inputs.count else {
      findings[row].instances[inputs.count] += finding.instances
      return
    }
    // The newest speaks for all: that is the graph a reader will look into.
    findings[row].finding = finding
    findings[row].instances.append(finding.instances)
  }

  private mutating func add(_ census: TypeCensus) {
    var objects = [Int](repeating: 0, count: types.count)
    var bytes = [Int64](repeating: 0, count: types.count)
    for type in census.rows {
      let row = typeRows[type.type] ?? types.count
      if row == types.count {
        typeRows[type.type] = row
        types.append(type.type)
        objects.append(0)
        bytes.append(0)
      }
      objects[row] += type.objects
      bytes[row] = bytes[row].addingSaturated(type.bytes)
    }
    self.objects.append(objects)
    self.bytes.append(bytes)
  }

  /// What there is of a type in each graph.
  func counts(of row: Int) -> TypeChange {
    TypeChange(
      type: types[row], objects: objects.map { row < $0.count ? $0[row] : 0 },
      bytes: bytes.map { row < $0.count ? $0[row] : 0 })
  }
}
