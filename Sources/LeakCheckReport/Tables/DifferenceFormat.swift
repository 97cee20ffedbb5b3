package import LeakCheckAnalysis

/// A format for changes between graphs.
package protocol DifferenceFormat: Sendable {
  /// Writes `difference` to `output`.
  func write(_ difference: GraphDifference, to output: inout some TextOutputStream)
}

extension DifferenceFormat {
  /// The text of a difference.
  package func text(of difference: GraphDifference) -> String {
    var text = ""
    write(difference, to: &text)
    return text
  }
}
