public import LeakCheckGraph

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

  /// How cycles are treated where the graph comes from.
  public var collector: ObjectGraph.Collector

  /// More objects or references than a graph can have are not reckoned with, so that no sum overflows.
  static let most = Int(Int32.max)

  /// A graph that takes so many bytes for each object and reference while it is read, beside the file.
  init(
    objects: Int, references: Int, collector: ObjectGraph.Collector, file: Int,
    bytesPerObject: Int, bytesPerReference: Int
  ) {
    self.objects = min(objects, Self.most)
    self.references = min(references, Self.most)
    self.collector = collector
    reading = file + self.objects * bytesPerObject + self.references * bytesPerReference
    graph =
      self.objects * ObjectGraph.bytesPerObject + self.references * ObjectGraph.bytesPerReference
  }

  /// A graph that stays in its mapped file.
  init(objects: Int, references: Int, collector: ObjectGraph.Collector, mappedFile: Int) {
    self.init(
      objects: objects, references: references, collector: collector, file: mappedFile,
      bytesPerObject: 0, bytesPerReference: 0)
    graph = mappedFile
  }
}
