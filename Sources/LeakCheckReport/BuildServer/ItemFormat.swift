package import LeakCheckAnalysis

/// A format that lists items, for a program to read.
package protocol ItemFormat: ReportFormat, DifferenceFormat, PatternFormat {
  /// Writes `lists` in their order.
  func write(_ lists: [ItemList], to output: inout some TextOutputStream)
}

extension ItemFormat {
  /// Writes the items of each report.
  public func write(_ reports: [Report], to output: inout some TextOutputStream) {
    write(reports.map(ItemList.init), to: &output)
  }

  /// Writes the items of a difference.
  package func write(_ difference: GraphDifference, to output: inout some TextOutputStream) {
    write([ItemList(difference)], to: &output)
  }
}
