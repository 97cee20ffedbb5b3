public import LeakCheckGraph
public import LeakCheckText

/// A reader of Java heap dumps: HPROF 1.0.1 and 1.0.2, and Android's form.
///
/// Objects are classes, instances and arrays. References are the fields of instances and their superclasses, static
/// fields and elements (`[12]`). References of kind `runtime` are those that only the VM holds: from a class to its
/// superclass, class loader, signers, protection domain and constants, and from an object to its class unless a root
/// keeps that class anyway. Every real dump has some references to objects that it does not contain. The graph omits
/// them and counts them in `x-danglingReferences`.
public struct HPROFReader: GraphReader {
  /// The name of the format.
  public let formatName: String = "JVM heap dump"
  /// The path extensions of the format.
  public let pathExtensions: [String] = ["hprof"]

  /// Creates a reader.
  public init() {}

  /// Returns whether a file begins like a heap dump.
  public func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: HPROFFormat.magic) }

  /// Reads the graph of a dump, which may be compressed.
  ///
  /// - Throws: ``InputError`` at the first byte that violates the format.
  /// - Complexity: O(bytes), and a logarithmic factor for ids that are not dense addresses.
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
