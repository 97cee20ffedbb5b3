public import LeakCheckGraph

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

  /// How many threads put the graph in order, one or two.
  private let threads: Int

  /// A reader of heap dumps.
  public init() { self.init(threads: 1) }

  /// A reader of heap dumps that uses one thread or two.
  package init(threads: Int) { self.threads = threads }

  /// Whether a file begins like a heap dump.
  public func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: HPROFFormat.magic) }

  /// The graph of a dump, which may be compressed.
  ///
  /// - Throws: ``ImportError`` at the first byte that is not as the format says.
  /// - Complexity: O(bytes), and a logarithm for the ids where they are no dense addresses.
  public func read(_ dump: DumpFile) throws(ImportError) -> ObjectGraph {
    let dump = try dump.inflated()
    do throws(HPROFFailure) {
      let index = try WorkStage.index.run(of: dump.count) { counter throws(HPROFFailure) in
        try HPROFIndex.reading(dump, counter)
      }
      return try HPROFGraph.graph(of: index, support: .machine(threads: threads))
    } catch {
      throw error.error(in: dump.source)
    }
  }

  /// How large the graph will be, by a first pass over the dump, and what reading it takes.
  ///
  /// Objects are counted; references are estimated from what could be one. An object takes
  /// ``ObjectGraph/bytesPerObject`` and 40 bytes while it is read (id, place and rank), a reference
  /// ``ObjectGraph/bytesPerReference`` and 4.
  ///
  /// - Complexity: O(objects).
  public func estimate(of dump: DumpFile) -> GraphEstimate {
    var (objects, references) = (dump.count / 75, dump.count / 20)
    do throws(HPROFFailure) {
      let index = try WorkStage.index.run(of: dump.count) { counter throws(HPROFFailure) in
        try HPROFIndex.reading(dump, counter)
      }
      (objects, references) = (index.objects.count, index.referenceBound)
    } catch {
      // The reading will say what is wrong.
    }
    return GraphEstimate(
      objects: objects, references: references, collector: .tracing, file: dump.count,
      bytesPerObject: ObjectGraph.bytesPerObject + 40,
      bytesPerReference: ObjectGraph.bytesPerReference + 4)
  }
}
