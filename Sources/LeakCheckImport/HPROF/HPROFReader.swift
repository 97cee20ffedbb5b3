public import LeakCheckGraph
public import LeakCheckText

/// Reads the heap dumps of Java virtual machines: HPROF 1.0.1 and 1.0.2, and what Android writes.
///
/// Objects are classes, instances and arrays. References are the fields of instances and their
/// superclasses, static fields, elements (`[12]`), and of kind `runtime` what only the VM holds: of a class
/// its superclass, class loader, signers, protection domain and constants; of an object its class, unless a
/// root keeps that class anyway. References to objects that are not in the dump, of which every real dump
/// has some, are left out and counted in the graph's `x-danglingReferences`.
public struct HPROFReader: GraphReader {
  /// The name of the format.
  public let formatName: String = "JVM heap dump"
  /// The extensions of the format.
  public let pathExtensions: [String] = ["hprof"]

  /// A reader of heap dumps.
  public init() {}

  /// Whether a file begins like a heap dump.
  public func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: HPROFFormat.magic) }

  /// The graph of a dump, which may be compressed.
  ///
  /// - Throws: ``InputError`` at the first byte that is not as the format says.
  /// - Complexity: O(bytes), and a logarithm for the ids where they are no dense addresses.
  public func read(_ dump: DumpFile) throws(InputError) -> ObjectGraph {
    let dump = try dump.inflated()
    do throws(InputFailure) {
      let index = try WorkStage.index.run(of: dump.count) { counter throws(InputFailure) in
        try HPROFIndex.reading(dump, counter)
      }
      return try HPROFGraph.graph(of: index)
    } catch {
      throw error.error(inBinary: dump.source)
    }
  }
}
