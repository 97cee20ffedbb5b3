public import LeakCheckAnalysis
public import LeakCheckGraph

/// What keeps the objects that somebody asked for: their shortest retain paths.
public struct PathReport: Sendable {
  /// One object, and the ways to it.
  public struct Row: Sendable {
    /// The object.
    public let object: ObjectGraph.Object
    /// Its paths, the shortest first; where there is none, what keeps it instead.
    public let paths: [LeakTrace]
    /// Why no root reaches it; empty where one does.
    public let absence: String

    /// An object with its paths.
    public init(_ object: ObjectGraph.Object, paths: [LeakTrace], absence: String = "") {
      self.object = object
      self.paths = paths
      self.absence = absence
    }
  }

  /// The file or stream that the graph was read from.
  public let input: String
  /// What the objects were asked for by.
  public let pattern: String
  /// The objects that are shown.
  public let rows: [Row]
  /// How many more match.
  public let further: Int

  /// A report of the objects that match a pattern.
  public init(input: String, pattern: String, rows: [Row], further: Int) {
    self.input = input
    self.pattern = pattern
    self.rows = rows
    self.further = further
  }
}

/// A way to write down what keeps objects.
public protocol PathFormat: Sendable {
  /// Writes `report` to `output`.
  func write(_ report: PathReport, to output: inout some TextOutputStream)
}
