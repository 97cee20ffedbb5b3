/// A stage of long work: its name and its unit.
///
/// Each module names its own stages, and does them with ``run(of:_:)``.
package struct WorkStage: Sendable, Hashable {
  /// The unit that a stage counts.
  package enum Unit: String, Sendable {
    /// Bytes of a file.
    case bytes
    /// Objects of a graph.
    case objects
    /// References of a graph.
    case references
    /// Kinds of a bug.
    case findings
  }

  /// One word for tables, such as `read`.
  package let name: String
  /// What is being done, ready to be followed by a file's name, such as `finding paths in`.
  package let activity: String
  /// What the stage counts.
  package let unit: Unit

  /// A stage.
  package init(_ name: String, _ activity: String, counting unit: Unit) {
    self.name = name
    self.activity = activity
    self.unit = unit
  }

  /// The columns of a graph are put in their order.
  package static let build: Self = Self("build", "building the graph of", counting: .references)
  /// The references that reach each object are found.
  package static let invert: Self = Self("invert", "finding referrers in", counting: .references)

  /// Does a part of the work as this stage, recorded by the task's ``WorkRecord``, if there is one.
  ///
  /// The time of a stage inside another counts for the inner one only.
  ///
  /// - Parameters:
  ///   - total: how much there is to do, where that is known; it is taken for done when `body` returns.
  ///   - body: does the work and counts it.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  package func run<Result: ~Copyable, Failure>(
    of total: Int? = nil, _ body: (WorkCounter) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let record = WorkRecord.current else { return try body(.none) }
    let (token, counter) = record.begin(self, of: total)
    do throws(Failure) {
      let result = try body(counter)
      record.end(token, isComplete: true)
      return result
    } catch {
      record.end(token, isComplete: false)
      throw error
    }
  }
}
