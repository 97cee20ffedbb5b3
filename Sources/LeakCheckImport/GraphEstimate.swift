internal import LeakCheckGraph

/// How large the graph of a dump will be, and what reading it takes: known before it is read.
///
/// The bytes are those that the system counts as in main memory at the peak, the mapped file included. They
/// are estimates of real dumps; a file that is made to mislead can do so.
public struct GraphEstimate: Sendable, Equatable {
  /// The objects.
  public var objects: Int
  /// The references.
  public var references: Int
  /// The most memory that reading takes, in bytes.
  public var reading: Int
  /// The memory that the graph keeps once it is read, in bytes; with the file, where that stays mapped.
  public var graph: Int

  /// What takes so many bytes for each object and reference, besides `file` bytes of the file.
  init(
    objects: Int, references: Int, file: Int, bytesPerObject: Int, bytesPerReference: Int,
    keepsFile: Bool = false
  ) {
    self.objects = objects
    self.references = references
    let columns = Self.sum(
      Self.product(objects, ObjectGraph.bytesPerObject),
      Self.product(references, ObjectGraph.bytesPerReference))
    graph = keepsFile ? file : columns
    let rows = Self.sum(
      Self.product(objects, bytesPerObject), Self.product(references, bytesPerReference))
    reading = Self.sum(file, rows)
  }

  /// The sum of two amounts, or the largest number there is.
  static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }

  /// The product of two amounts, or the largest number there is.
  static func product(_ left: Int, _ right: Int) -> Int {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow ? .max : product
  }
}
