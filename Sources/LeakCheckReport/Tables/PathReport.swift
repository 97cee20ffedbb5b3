package import LeakCheckAnalysis
package import LeakCheckGraph

/// The report of `path`: the shortest retain paths to the requested objects.
package struct PathReport: Sendable {
  /// An object with the paths to it.
  package struct Row: Sendable {
    /// The object.
    package let object: ObjectGraph.Object
    /// Its paths, the shortest first; where there is none, what keeps it instead.
    package let paths: [LeakTrace]
    /// Why no root reaches it; empty where one does.
    package let absence: String

    /// An object with its paths.
    package init(_ object: ObjectGraph.Object, paths: [LeakTrace], absence: String = "") {
      self.object = object
      self.paths = paths
      self.absence = absence
    }
  }

  /// The file or stream that the graph was read from.
  package let input: String
  /// What the objects were asked for by.
  package let pattern: String
  /// The objects that are shown.
  package let rows: [Row]
  /// How many more match.
  package let further: Int

  /// A report of the objects that match a pattern.
  package init(input: String, pattern: String, rows: [Row], further: Int) {
    self.input = input
    self.pattern = pattern
    self.rows = rows
    self.further = further
  }
}

/// A format for retain paths.
package protocol PathFormat: Sendable {
  /// Writes `report` to `output`.
  func write(_ report: PathReport, to output: inout some TextOutputStream)
}
