/// A way to write reports down.
public protocol ReportFormat: Sendable {
  /// The word that chooses the format on the command line.
  var name: String { get }

  /// Writes `reports`, in their order, to `output`.
  func write(_ reports: [Report], to output: inout some TextOutputStream)
}
